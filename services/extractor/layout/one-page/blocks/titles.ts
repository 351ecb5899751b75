/** Recognises a title directly above text or above another title. */

import type { Line } from '../../page/line.ts';
import { isCapitals } from '../../text/capitals.ts';
import { isLabel, sectionNumberOf } from '../../text/section-numbers.ts';

/** A line counts as bold from this share of bold characters on. */
const BOLD_SHARE = 0.8;
/** A title in capitals is narrower than this share of the line below: a paragraph's own first line would fill its column. */
export const TITLE_WIDTH_SHARE = 0.8;

export const isBoldLine = ({ bold }: Line): boolean => bold >= BOLD_SHARE;

/**
 * Whether two bold lines are two titles: both have a section number, one is in capitals, or the upper is only a label
 * such as `Appendix B`.
 */
export function isAnotherTitle(line: Line, before: Line): boolean {
  if (!isBoldLine(line) || !isBoldLine(before)) return false;
  if (!/^[\p{Lu}\p{N}]/u.test(line.text)) return false;
  if (sectionNumberOf(line.text) !== null && sectionNumberOf(before.text) !== null) return true;
  if (isLabel(before.text)) return true;
  const small = isCapitals(line.text) ? before : line;
  return isCapitals(line.text) !== isCapitals(before.text) && /\p{Ll}{3}/u.test(small.text);
}

/** Whether two bold lines, one all upright and the other all italic, are a title and the one below it. */
export function isTitleOfOtherSlant(upper: Line, lower: Line): boolean {
  return isBoldLine(upper) && isBoldLine(lower) && Math.abs(upper.italic - lower.italic) === 1;
}

/** Of 255: two shades nearer than this can hardly be told apart. */
const COLOR_STEP_MIN = 48;

/** Whether two colours (0xRRGGBB) look different. */
export function isOtherColor(one: number | null, other: number | null): boolean {
  if (one === null || other === null || one === other) return false;
  return [16, 8, 0].some(
    shift => Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff)) >= COLOR_STEP_MIN,
  );
}

/**
 * Whether a short line entirely in another font may be a bold title. Converters that number fonts or hash their names
 * hide which fonts are bold.
 */
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
