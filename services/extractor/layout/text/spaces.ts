/** Where spaces belong between two texts, by their letters and signs alone. */
import { WORD_SIGN } from './scripts.ts';

/** Scripts that set their words without spaces. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff60';
/** Letters, and signs of other scripts that are set tight to them. */
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}][”’…—,.;:!?)\\]]*$`, 'u');
const STARTS_UNSPACED = new RegExp(`^[“‘…—(\\[]*[${UNSPACED}]`, 'u');

/** Nothing below this code is written without spaces. */
const UNSPACED_FROM = 0x0e00;

/** Whether a line that ends so runs on in one that begins so without a space. */
export function runsOnUnspaced(before: string, after: string): boolean {
  if (before.endsWith(WORD_SIGN)) return true;
  // Nearly all lines begin with a letter of a script that has spaces.
  if (after.charCodeAt(0) < UNSPACED_FROM && !/^[([]/.test(after)) return false;
  return ENDS_UNSPACED.test(before) && STARTS_UNSPACED.test(after);
}

/** Signs of Chinese and Japanese that bring room of their own along; who types a space there types it before words. */
const CLOSING = /[、。，．」』）】〕〉》]$/;
const OPENING = /^[「『（【〔〈《]/;

/** Whether white between two texts is a sign's own: before an opening one, or after a closing one and before a number. */
export function isRoomOfSign(before: string, after: string): boolean {
  return OPENING.test(after) || (CLOSING.test(before) && /^\p{N}/u.test(after));
}
