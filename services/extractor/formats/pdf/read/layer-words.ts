/**
 * Finds the words of a text layer that OCR put over a scan. Each is drawn by an operator of its own, often without a
 * space, and in a font whose letters are wider or narrower than the print, so that the distance to the next one says
 * nothing.
 */
import type { GlyphStyle } from './glyph.ts';

/** A word continues in its own size where the pen was left, within these tolerances: matrices are rounded. */
const SAME_PEN_EM = 0.02;
const SAME_SIZE_SHARE = 0.01;
/** Punctuation and brackets may be drawn separately, and so may what follows an opening one. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Pd}.,:;!?%'"’]/u;
const OPENS = /[\p{Ps}\p{Pi}\p{Pd}'"’]$/u;

/** Tracks what the invisible operators of a page have drawn so far. */
export class LayerWords {
  /** Number of operators that drew several characters minus those that drew one: some programs draw letter by letter. */
  private balance = 0;
  private style: GlyphStyle | null = null;
  private signs = 0;

  /** Counts a character; a style is one operator's. */
  add(style: GlyphStyle): void {
    if (!style.invisible) return;
    if (this.style !== style) {
      this.style = style;
      this.signs = 0;
    }
    this.signs++;
    if (this.signs === 1) this.balance--;
    else if (this.signs === 2) this.balance += 2;
  }

  /** Whether a character begins another word, judged by its operator. `gap` is in points, negative where it steps back. */
  begins(text: string, gap: number, style: GlyphStyle, before: { text: string; style: GlyphStyle }): boolean {
    if (!style.invisible || before.style === style || this.balance <= 0) return false;
    if (CLOSES.test(text) || OPENS.test(before.text)) return false;
    const isResized = Math.abs(style.size - before.style.size) > SAME_SIZE_SHARE * style.size;
    return isResized || Math.abs(gap) > SAME_PEN_EM * style.size;
  }
}
