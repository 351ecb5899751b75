/** The scripts that PP-OCRv6 small cannot read, and which of Tesseract's languages reads them. */

export interface Script {
  /** Tesseract's codes; the first one is tried when the script is not known yet. */
  languages: readonly string[];
  letters: RegExp;
  /** Letters that of its languages only this one has, whichever model reads them: this share of all in its print, at least. */
  telling?: { code: string; letters: RegExp; share: number };
  /** Whether the English model, which reads names beside the others, takes words of this script for its own. */
  isReadAlone?: boolean;
  /** Whether its print may have vowel points, which its model was not taught. */
  isPointed?: boolean;
  /** Letters that no other language of the script has: this share of its own, at least (Vietnamese: a quarter). */
  marked?: { letters: RegExp; share: number };
}

export const SCRIPTS: readonly Script[] = [
  { languages: ['rus', 'ukr', 'bul'], letters: /\p{Script=Cyrillic}/gu },
  {
    languages: ['ara', 'fas'],
    letters: /\p{Script=Arabic}/gu,
    isReadAlone: true,
    // Arabic print comes to .04 and more, Persian to .001.
    telling: { code: 'ara', letters: /[ةأإ]/gu, share: 0.015 },
  },
  { languages: ['kor'], letters: /\p{Script=Hangul}/gu, isReadAlone: true },
  { languages: ['hin'], letters: /\p{Script=Devanagari}/gu },
  { languages: ['tha'], letters: /\p{Script=Thai}/gu },
  { languages: ['heb'], letters: /\p{Script=Hebrew}/gu, isReadAlone: true, isPointed: true },
  { languages: ['ell'], letters: /\p{Script=Greek}/gu },
  // The alphabet of PP-OCRv6 lacks its letters with two marks.
  {
    languages: ['vie'],
    letters: /\p{Script=Latin}/gu,
    isReadAlone: true,
    marked: { letters: /[ơư\u1ea0-\u1ef9]/giu, share: 0.12 },
  },
];

/** Languages that were added, whatever their script; English is for pages that Tesseract reads alone. */
export function othersOf(codes: readonly string[]): Script[] {
  const known = new Set(['eng', ...SCRIPTS.flatMap(script => script.languages)]);
  return codes.filter(code => !known.has(code)).map(code => ({ languages: [code], letters: /\p{L}/gu }));
}

/** Letters of a text that are of the script, at least, and their share. */
const LEAST_LETTERS = 8;
const LEAST_SHARE = 0.5;

/** Whether a text is likely in one of the script's languages: a model of another finds its own letters in any print, but few. */
export function isWrittenIn(text: string, { letters, marked }: Script): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const own = count(letters);
  const isMarked = marked === undefined || count(marked.letters) >= marked.share * own;
  return own >= LEAST_LETTERS && own >= LEAST_SHARE * count(/\p{L}/gu) && isMarked;
}

/** Of the letters and figures of a text in one script, names in Latin and numbers included. */
const MOSTLY_SHARE = 0.8;

/**
 * Whether hardly anything else is in a text than the script's letters. Thai's model finds its own in half of any print it does not
 * know (Ukrainian, Armenian, Burmese), and as surely as another model reads its own language badly.
 */
export function isMostlyIn(text: string, { letters }: Script): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(letters) >= MOSTLY_SHARE * count(/[\p{L}\p{N}]/gu);
}

/** Whether the one of a script's languages that can be told from its letters may be a text's. */
export function mayBe(code: string, text: string, { letters, telling }: Script): boolean {
  if (telling === undefined) return true;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isTold = count(telling.letters) >= telling.share * count(letters);
  return isTold === (code === telling.code);
}
