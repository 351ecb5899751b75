/** A dash at the start of a line opens an item, or is one of a sentence's that the line end happened to fall before. */
import type { Line } from '../lines/line.ts';
import { opensItem } from '../lines/markers.ts';
import { BLOCKS } from './thresholds.ts';

const DASH = /^[-–—]\s/;
const IN_MID_SENTENCE = /[\p{L}\p{N})»”>]$/u;
/** Shorter lines name what is listed. */
const WORDS_MIN = 5;
/** Both lines fill their column, give or take this. */
const RAGGED_EM = 3;

/** A reference in brackets at the end of a sentence: `(70).` */
const REFERENCE = /^\(\d{1,3}\)\.\s/;

/** Korean sentences end in a syllable that counts, too, and break before any syllable. */
const LAST_SYLLABLE = /^다\.\s/;

/** Whether the end of a sentence that the line end fell before begins the line. */
export function isReferenceBetween(upper: Line, lower: Line): boolean {
  const isFlush = Math.abs(upper.left - lower.left) < BLOCKS.edgeEm * lower.size;
  const isRest = REFERENCE.test(lower.text) || (isFlush && LAST_SYLLABLE.test(lower.text));
  return isRest && IN_MID_SENTENCE.test(upper.text) && !opensItem(upper);
}

/** Whether the dash that a line begins with stands inside a sentence of the line above. */
export function isDashBetween(upper: Line, lower: Line): boolean {
  return (
    DASH.test(lower.text) &&
    IN_MID_SENTENCE.test(upper.text) &&
    upper.items.length >= WORDS_MIN &&
    !opensItem(upper) &&
    Math.abs(upper.left - lower.left) < BLOCKS.edgeEm * lower.size &&
    Math.abs(upper.right - lower.right) < RAGGED_EM * lower.size
  );
}
