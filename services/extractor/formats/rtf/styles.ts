/** The style sheet (RTF 1.9.1, "Style Sheet"): which paragraph styles are headings. */
import type { HeadingLevel } from '../../../../schemas/document.ts';
import { headingByStyleName, headingLevel } from '../../story/style-names.ts';

interface Style {
  name: string;
  basedOn: number | null;
  /** From 0; 9 for text. */
  outline: number | null;
}

/** Longest chain of styles based on styles: deeper than any real one, and the end of a circular one. */
const CHAIN_LENGTH = 20;
/** Styles of characters, sections and tables; only paragraph styles may omit their number, which is then 0. */
const OTHER_KINDS = new Set(['cs', 'ds', 'ts']);

export class Styles {
  private readonly styles = new Map<number, Style>();
  private number: number | null = 0;
  private style = blank();

  begin(): void {
    this.number = 0;
    this.style = blank();
  }

  /** Handles a word about the style that is being defined; returns whether it is one. */
  define(word: string, parameter: number | null): boolean {
    if (word === 's') this.number = parameter ?? 0;
    else if (OTHER_KINDS.has(word)) this.number = null;
    else if (word === 'sbasedon') this.style.basedOn = parameter;
    else if (word === 'outlinelevel') this.style.outline = parameter;
    else return false;
    return true;
  }

  addName(text: string): void {
    this.style.name += text;
  }

  end(): void {
    const { number, style } = this;
    if (number !== null) this.styles.set(number, { ...style, name: style.name.replace(/;.*$/s, '').trim() });
    this.begin();
  }

  /**
   * Returns the level of the style, or of the nearest one on which it is based. Heading names do not count for items,
   * since clauses of contracts have such styles.
   */
  heading(number: number, isItem: boolean): HeadingLevel | null {
    let style = this.styles.get(number);
    for (let links = 0; style !== undefined && links < CHAIN_LENGTH; links++) {
      if (style.outline !== null) return levelOfOutline(style.outline);
      const level = headingByStyleName(style.name);
      if (level !== null) return level;
      style = style.basedOn === null || isItem ? undefined : this.styles.get(style.basedOn);
    }
    return null;
  }
}

/** Returns the level of `\outlinelevel`; null for text. */
export const levelOfOutline = (outline: number): HeadingLevel | null =>
  outline >= 0 && outline < 9 ? headingLevel(outline + 1) : null;

const blank = (): Style => ({ name: '', basedOn: null, outline: null });
