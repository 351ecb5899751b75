/**
 * Writes raised digits (exponents, note marks) as superscripts where only their size and place set them apart: `10⁶`
 * and `1,234¹` would otherwise be the numbers 106 and 12,341, and `s⁻¹` a difference. Elsewhere they stay plain digits
 * (`m2`, `1st`).
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

/** The end of a number, or of a raised one that several runs contain. */
const ENDS_NUMBER = /[\d⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]$/;
const ENDS_PLAIN = /\d$/;
const ENDS_UNIT = /[\p{L})\]]$/u;
/** Exponents and charges (`6`, `−3`, `2+`), a single sign, and marks of several notes (`1,2`). */
const FIGURES = /^(?:[+−–-]?\d+(?:, ?\d+)*|\d*[+−–-])$/;
const NEGATIVE = /^[−–-]\d+$/;

/** What a paragraph was written last: the text itself would be made flat again each time its end is looked at. */
export class TextEnd {
  last = '';
  private isRaised = false;

  /** What to write for the next piece. Figures that are raised together are one number, whatever their runs. */
  next(piece: string, isRaised = false): string {
    // Runs without text and properties between runs part nothing.
    if (piece === '') return '';
    const goesOn = this.isRaised && ENDS_PLAIN.test(this.last);
    this.last = isRaised && !goesOn ? raised(this.last, piece) : piece;
    this.isRaised = isRaised;
    return this.last;
  }
}

/**
 * What to write for a raised text that stands right behind another: the piece that was written last, not all of a
 * paragraph, which each look at its end would copy.
 */
export function raised(written: string, text: string): string {
  const before = written.slice(-2);
  const isNumberElse =
    (ENDS_NUMBER.test(before) && FIGURES.test(text)) || (NEGATIVE.test(text) && ENDS_UNIT.test(before));
  return isNumberElse ? text.replace(/[\d+−–-]/g, sign => SIGNS[sign] ?? sign) : text;
}
