/**
 * Decides whether a dash, an initial or an abbreviation at the start of a line opens an item or belongs to the sentence
 * above.
 */

import type { Line } from '../../page/line.ts';
import { opensItem, textLeftOf } from '../lines/markers.ts';
import { FIRST_INDENT_EM } from './lines-below.ts';

/** A line that is indented by more than `INDENT_EM` begins at another edge; by less than `EDGE_EM`, at the same one. */
export const INDENT_EM = 0.8;
export const EDGE_EM = 0.3;

/** Whether two lines begin at the same edge. */
export const isFlush = (upper: Line, lower: Line): boolean =>
  Math.abs(upper.left - lower.left) < EDGE_EM * lower.size;

const DASH = /^[-–—]\s/;
const IN_MID_SENTENCE = /[\p{L}\p{N})»”>]$/u;
/** A line of running text has at least this many words; shorter ones are labels, or name what is listed. */
export const RUNNING_WORDS_MIN = 5;
/** Both lines fill their column within this tolerance. */
const RAGGED_EM = 3;

/** A reference in brackets that ends a sentence: `(70).` */
const REFERENCE = /^\(\d{1,3}\)\.\s/;

/** Korean sentences often end in this syllable, which also counts items, and a line may break before any syllable. */
const LAST_SYLLABLE = /^다\.\s/;
/** A single non-Latin small letter with a full stop is as often an abbreviation as a counter: `1917 г.`, `500 π. Χ.` */
const ABBREVIATION = /^(?![a-z])\p{Ll}\.\s/u;
/** `т. е.`, broken after its first letter. */
const IN_ABBREVIATION = /(?:^|\s)\p{Ll}\.$/u;

/** A name's initials: `A. Vespignani`, `J.-B. Ronat`, `R.` */
const INITIAL = /^\p{Lu}\.[\s-]?(?:\p{Lu}\.[\s-]?)*(?:\p{Lu}\p{Ll}|v[ao]n\s|d[aeiou]\s)/u;
/**
 * The end of a line inside a list of names: they are joined by a comma or a word, and a name may break after its own
 * initials.
 */
const IN_NAMES = /(?:[,;&]|(?:^|[\s.-])\p{Lu}\.|\s(?:and|und|et|y|e|with|by))$/u;

/** Whether a line begins with initials that continue the names of the line above, at the left edge of its text. */
function isRestOfNames(upper: Line, lower: Line): boolean {
  if (!INITIAL.test(lower.text) || !IN_NAMES.test(upper.text)) return false;
  const left = opensItem(upper) ? textLeftOf(upper) : upper.left;
  return lower.left - left > -INDENT_EM * lower.size && lower.left - left < FIRST_INDENT_EM * lower.size;
}

/** Whether a line begins with a reference, a name, an abbreviation or the end of a sentence that continues the line above. */
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

/** Whether the dash at the start of a line stands inside a sentence that began on the line above. */
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
