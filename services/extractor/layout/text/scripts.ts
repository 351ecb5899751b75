/** What scripts do differently: words without spaces, sentences that end in other signs, letters without case. */

/** Signs that end a sentence, inside a character class. */
export const SENTENCE_ENDS = '.!?。．！？؟۔।॥။៕។։።፨';

/** A small letter; Georgian's ordinary letters are counted among them although it has no capitals at the start of anything. */
export const SMALL = '(?!\\p{sc=Geor})\\p{Ll}';
const STARTS_SMALL = new RegExp(`^${SMALL}`, 'u');

/** Whether a text begins in the middle of a sentence, as far as its first letter tells. */
export const startsSmall = (text: string): boolean => STARTS_SMALL.test(text);

/** Scripts that set their words without spaces. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff60';
/** Letters, and signs of other scripts that are set tight to them. */
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}][”’…—,.;:!?)\\]]*$`, 'u');
const STARTS_UNSPACED = new RegExp(`^[“‘…—(\\[]*[${UNSPACED}]`, 'u');

/** Nothing below this code is written without spaces. */
const UNSPACED_FROM = 0x0e00;

/** Ethiopic's sign between words. */
const WORD_SIGN = '\u1361';

/** Whether a line that ends so runs on in one that begins so without a space. */
export function runsOnUnspaced(before: string, after: string): boolean {
  if (before.endsWith(WORD_SIGN)) return true;
  // Nearly all lines begin with a letter of a script that has spaces.
  if (after.charCodeAt(0) < UNSPACED_FROM && !/^[([]/.test(after)) return false;
  return ENDS_UNSPACED.test(before) && STARTS_UNSPACED.test(after);
}

/** Letters of a word on the average: a Chinese or Japanese one, and one of Thai and its neighbours with its marks. */
const IDEOGRAPHS_A_WORD = 2;
const LETTERS_A_WORD = 5;
const IDEOGRAPHS = /[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/g;
const LETTERS = /[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]/g;
const SPACED_ONLY = /^[\0-\u0dff]*$/;

/** Words of a line; where a script parts none, as many as a text of its length has in others. */
export function wordCount(text: string): number {
  const spaced = text.split(' ').length;
  if (SPACED_ONLY.test(text)) return spaced;
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const letters = text.match(LETTERS)?.length ?? 0;
  const words = ideographs / IDEOGRAPHS_A_WORD + letters / LETTERS_A_WORD;
  const isUnspaced = ideographs + letters > text.length / 2;
  const parts = isUnspaced ? 1 : spaced + text.split(WORD_SIGN).length - 1;
  return Math.max(parts, Math.round(words));
}

export const EAST_ASIAN = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;
