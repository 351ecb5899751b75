/** A dash at the start of a line opens an item, or is one of a sentence's that the line end happened to fall before. */

import type { Line } from '../../page/line.ts';
import { opensItem, textLeftOf } from '../lines/markers.ts';
import { FIRST_INDENT_EM } from './lines-below.ts';

/** A line that stands in or out by more begins at another edge; by less it stands at the same one. */
export const INDENT_EM = 0.8;
export const EDGE_EM = 0.3;

/** Whether two lines begin at the same edge. */
export const isFlush = (upper: Line, lower: Line): boolean =>
  Math.abs(upper.left - lower.left) < EDGE_EM * lower.size;

const DASH = /^[-–—]\s/;
const IN_MID_SENTENCE = /[\p{L}\p{N})»”>]$/u;
/** So many words make a line of running text; shorter ones are labels, or name what is listed. */
export const RUNNING_WORDS_MIN = 5;
/** Both lines fill their column, give or take this. */
const RAGGED_EM = 3;

/** A reference in brackets at the end of a sentence: `(70).` */
const REFERENCE = /^\(\d{1,3}\)\.\s/;

/** Korean sentences end in a syllable that counts, too, and break before any syllable. */
const LAST_SYLLABLE = /^다\.\s/;
/** Letters of other alphabets than the Latin are abbreviations as often as they count: `1917 г.`, `500 π. Χ.` */
const ABBREVIATION = /^(?![a-z])\p{Ll}\.\s/u;
/** `т. е.`, cut after its first letter. */
const IN_ABBREVIATION = /(?:^|\s)\p{Ll}\.$/u;

/** Initials of a name: `A. Vespignani`, `J.-B. Ronat`, `R.` */
const INITIAL = /^\p{Lu}\.[\s-]?(?:\p{Lu}\.[\s-]?)*(?:\p{Lu}\p{Ll}|v[ao]n\s|d[aeiou]\s)/u;
/** Names are joined by commas or a word, and a name may be cut behind its own initials. */
const IN_NAMES = /(?:[,;&]|(?:^|[\s.-])\p{Lu}\.|\s(?:and|und|et|y|e|with|by))$/u;

/** Whether a line begins with initials that go on with the names of the line above, under its text. */
function isRestOfNames(upper: Line, lower: Line): boolean {
  if (!INITIAL.test(lower.text) || !IN_NAMES.test(upper.text)) return false;
  const left = opensItem(upper) ? textLeftOf(upper) : upper.left;
  return lower.left - left > -INDENT_EM * lower.size && lower.left - left < FIRST_INDENT_EM * lower.size;
}

/** Whether a reference, a name, the end of a sentence or an abbreviation that the line end fell before begins the line. */
export function isRestOfSentence(upper: Line, lower: Line): boolean {
  if (isRestOfNames(upper, lower)) return true;
  const indent = upper.left - lower.left;
  const isAtEdge = isFlush(upper, lower);
  const isBelowText = isAtEdge || (indent > 0 && indent < FIRST_INDENT_EM * lower.size);
  const isAbbreviation = isBelowText && ABBREVIATION.test(lower.text);
  const isRest = isAbbreviation || REFERENCE.test(lower.text) || (isAtEdge && LAST_SYLLABLE.test(lower.text));
  const isOpen = IN_MID_SENTENCE.test(upper.text) || (isAbbreviation && IN_ABBREVIATION.test(upper.text));
  return isRest && isOpen && !opensItem(upper);
}

/** Whether the dash that a line begins with stands inside a sentence of the line above. */
export function isDashBetween(upper: Line, lower: Line): boolean {
  return (
    DASH.test(lower.text) &&
    IN_MID_SENTENCE.test(upper.text) &&
    upper.items.length >= RUNNING_WORDS_MIN &&
    !opensItem(upper) &&
    isFlush(upper, lower) &&
    Math.abs(upper.right - lower.right) < RAGGED_EM * lower.size
  );
}
