/** Properties of scripts: characters set in squares, words without spaces, letters without case. */

/** Chinese and Japanese letters, for a character class of a `u` expression. */
export const HAN_AND_KANA = '\\u3005\\u3041-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{323af}';
/** Korean syllables, likewise. */
export const HANGUL = '\\uac00-\\ud7af';
/** Punctuation of Chinese and Japanese texts, likewise: 、 and 。, brackets, repetition marks. */
export const EAST_ASIAN_SIGNS = '\\u3001-\\u303f';
/** Full-width forms of other letters, digits and symbols, and half-width Kana, likewise. */
export const WIDTH_FORMS = '\\uff01-\\uff9f';

/** Characters that East Asian fonts set in a square each: letters, radicals, symbols, and full-width forms of others. */
const SQUARE = new RegExp(
  `[${HAN_AND_KANA}${HANGUL}\\u2e80-\\u33ff\\ufe10-\\ufe1f\\ufe30-\\ufe4f\\uff00-\\uffef]`,
  'u',
);

/** Whether a text has characters that are set in squares. */
export const holdsSquares = (text: string): boolean => SQUARE.test(text);

/**
 * A small letter. Georgian's ordinary letters have this category but are excluded, since Georgian writes no capitals at
 * the start of a sentence.
 */
export const SMALL = '(?!\\p{sc=Geor})\\p{Ll}';
const STARTS_SMALL = new RegExp(`^${SMALL}`, 'u');

/** Whether a text begins in the middle of a sentence, judged by its first letter. */
export const startsSmall = (text: string): boolean => STARTS_SMALL.test(text);

/** Ethiopic word separator. */
export const WORD_SIGN = '\u1361';

/** Average number of letters of a word: in Chinese or Japanese, and in Thai and its neighbours including marks. */
const IDEOGRAPHS_A_WORD = 2;
const LETTERS_A_WORD = 5;
const IDEOGRAPHS = new RegExp(`[${HAN_AND_KANA}]`, 'gu');
const LETTERS = /[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]/g;
const SPACED_ONLY = /^[\0-\u0dff]*$/;

function spacesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++;
  return count;
}

/** Returns the number of words of a line; in a script without spaces, as many as a text of its length has in others. */
export function wordCount(text: string): number {
  const spaced = spacesIn(text) + 1;
  if (SPACED_ONLY.test(text)) return spaced;
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const letters = text.match(LETTERS)?.length ?? 0;
  const words = ideographs / IDEOGRAPHS_A_WORD + letters / LETTERS_A_WORD;
  const isUnspaced = ideographs + letters > text.length / 2;
  const parts = isUnspaced ? 1 : spaced + text.split(WORD_SIGN).length - 1;
  return Math.max(parts, Math.round(words));
}
