/**
 * Words of a text layer that OCR put over a scan. Each is drawn by an operator of its own, often without a space, and in a font whose
 * letters are wider or narrower than the print: how far the next one stands off says nothing.
 */
import type { GlyphStyle } from './glyph.ts';

/** A word goes on in its own size, where the pen was left: matrices are rounded. */
const SAME_PEN_EM = 0.02;
const SAME_SIZE_SHARE = 0.01;
/** Its stops and brackets may be drawn apart, as may be what an opening one stands before. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Pd}.,:;!?%'"’]/u;
const OPENS = /[\p{Ps}\p{Pi}\p{Pd}'"’]$/u;

/** What operators drew so far on a page, of the invisible ones. */
export class LayerWords {
  /** Those that drew several signs, less those that drew one: some programs draw letter by letter. */
  private balance = 0;
  private style: GlyphStyle | null = null;
  private signs = 0;

  /** A style is one operator's. */
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

  /** Whether a sign begins another word, as far as its operator tells. `gap`: points, negative where it stands back. */
  begins(text: string, gap: number, style: GlyphStyle, before: { text: string; style: GlyphStyle }): boolean {
    if (!style.invisible || before.style === style || this.balance <= 0) return false;
    if (CLOSES.test(text) || OPENS.test(before.text)) return false;
    const isResized = Math.abs(style.size - before.style.size) > SAME_SIZE_SHARE * style.size;
    return isResized || Math.abs(gap) > SAME_PEN_EM * style.size;
  }
}
