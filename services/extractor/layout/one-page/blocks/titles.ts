/** Titles right above a text or another title. */

import type { Line } from '../../page/line.ts';
import { isCapitals } from '../../text/capitals.ts';
import { isLabel, sectionNumberOf } from '../../text/section-numbers.ts';

/** A line counts as bold from this share of its characters. */
const BOLD_SHARE = 0.8;
/** A title in capitals ends before this share of the line below it: a paragraph's own first line fills its column. */
export const TITLE_WIDTH_SHARE = 0.8;

export const isBoldLine = ({ bold }: Line): boolean => bold >= BOLD_SHARE;

/** Bold lines that both have a section number, of which one is set in capitals, or of which the upper is nothing but a number: `Appendix B`. */
export function isAnotherTitle(line: Line, before: Line): boolean {
  if (!isBoldLine(line) || !isBoldLine(before)) return false;
  if (!/^[\p{Lu}\p{N}]/u.test(line.text)) return false;
  if (sectionNumberOf(line.text) !== null && sectionNumberOf(before.text) !== null) return true;
  if (isLabel(before.text)) return true;
  const small = isCapitals(line.text) ? before : line;
  return isCapitals(line.text) !== isCapitals(before.text) && /\p{Ll}{3}/u.test(small.text);
}

/** Bold lines of which one is all upright and the other all slanted: a title and the one below it. */
export function isTitleOfOtherSlant(upper: Line, lower: Line): boolean {
  return isBoldLine(upper) && isBoldLine(lower) && Math.abs(upper.italic - lower.italic) === 1;
}

/** Of 255; shades of a colour that are nearer are hardly to be told apart. */
const COLOR_STEP_MIN = 48;

/** Whether two colours (0xRRGGBB) differ to the eye. */
export function isOtherColor(one: number | null, other: number | null): boolean {
  if (one === null || other === null || one === other) return false;
  return [16, 8, 0].some(
    shift => Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff)) >= COLOR_STEP_MIN,
  );
}

/** Where converters number fonts or hash their names, a short line all in another font may be bold for all we know. */
export function isTitleInOtherFont(upper: Line, lower: Line): boolean {
  return (
    upper.fontName !== lower.fontName &&
    NAMELESS.test(upper.fontName) &&
    NAMELESS.test(lower.fontName) &&
    upper.right - upper.left < TITLE_WIDTH_SHARE * (lower.right - lower.left) &&
    upper.items.every(item => item.font.name === upper.fontName) &&
    /^[\p{Lu}\p{N}]/u.test(lower.text)
  );
}

const NAMELESS = /^(?:CIDFont\+)?(?:[A-Z]{1,3}\d+|Adv[A-Z]+[\da-f]+(?:\+\w+)?)$/i;
