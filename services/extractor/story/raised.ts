/**
 * Writes raised digits (exponents, note marks) as Unicode superscripts where only their size and position tell them
 * from the number before them: without that, `10⁶` and `1,234¹` would become the numbers 106 and 12,341, and `s⁻¹` a
 * subtraction. Elsewhere raised digits stay plain (`m2`, `1st`).
 */

const SIGNS: Record<string, string> = {
  __proto__: null as never,
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
};

/** The end of a number, or of a superscript number that is spread over several runs. */
const ENDS_NUMBER = /[\d⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]$/;
const ENDS_PLAIN = /\d$/;
const ENDS_UNIT = /[\p{L})\]]$/u;
/** Exponents and charges (`6`, `−3`, `2+`), a single sign, and the marks of several notes (`1,2`). */
const FIGURES = /^(?:[+−–-]?\d+(?:, ?\d+)*|\d*[+−–-])$/;
const NEGATIVE = /^[−–-]\d+$/;

/**
 * Remembers the last piece written to a paragraph. Reading the end of the paragraph's text instead would make V8 copy
 * the whole text each time.
 */
export class TextEnd {
  last = '';
  private isRaised = false;

  /** What to write for the next piece. Raised figures that follow each other form one number, even in different runs. */
  next(piece: string, isRaised = false): string {
    // Empty runs and properties between two runs do not separate them.
    if (piece === '') return '';
    const goesOn = this.isRaised && ENDS_PLAIN.test(this.last);
    this.last = isRaised && !goesOn ? raised(this.last, piece) : piece;
    this.isRaised = isRaised;
    return this.last;
  }
}

/**
 * What to write for raised text that directly follows `written`, the last piece written. It takes only that piece,
 * because looking at the end of a whole paragraph would copy it each time.
 */
export function raised(written: string, text: string): string {
  const before = written.slice(-2);
  const isNumberElse =
    (ENDS_NUMBER.test(before) && FIGURES.test(text)) || (NEGATIVE.test(text) && ENDS_UNIT.test(before));
  return isNumberElse ? text.replace(/[\d+−–-]/g, sign => SIGNS[sign] ?? sign) : text;
}
