/** Decides where spaces belong between two texts, by their characters alone. */
import { WORD_SIGN } from './scripts.ts';

/** Scripts that write words without spaces. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff60';
/** Letters of these scripts, with punctuation of other scripts directly beside them. */
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}][”’…—,.;:!?)\\]]*$`, 'u');
const STARTS_UNSPACED = new RegExp(`^[“‘…—(\\[]*[${UNSPACED}]`, 'u');

/** No script below this code is written without spaces. */
const UNSPACED_FROM = 0x0e00;

/** Whether a line that ends like `before` continues without a space in one that begins like `after`. */
export function runsOnUnspaced(before: string, after: string): boolean {
  if (before.endsWith(WORD_SIGN)) return true;
  // Nearly all lines begin with a letter of a script that has spaces.
  if (after.charCodeAt(0) < UNSPACED_FROM && !/^[([]/.test(after)) return false;
  return ENDS_UNSPACED.test(before) && STARTS_UNSPACED.test(after);
}

/** Chinese and Japanese punctuation that contains its own space; a space typed there belongs before a word. */
const CLOSING = /[、。，．」』）】〕〉》]$/;
const OPENING = /^[「『（【〔〈《]/;

/**
 * Whether white space between two texts belongs to punctuation: before an opening mark, or after a closing one and
 * before a number.
 */
export function isRoomOfSign(before: string, after: string): boolean {
  return OPENING.test(after) || (CLOSING.test(before) && /^\p{N}/u.test(after));
}
