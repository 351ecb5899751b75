/** The scripts that PP-OCRv6 small cannot read, and the Tesseract languages that read them. */

export interface Script {
  /** Tesseract's codes; the first one is tried while the script is not known yet. */
  languages: readonly string[];
  letters: RegExp;
  /**
   * Letters that only one of the script's languages has, whichever model reads them; its print has at least this share
   * of them.
   */
  telling?: { code: string; letters: RegExp; share: number };
  /**
   * Whether the model is used without the English one, which reads names in other scripts but would take words of this
   * script for English.
   */
  isReadAlone?: boolean;
  /** Whether its print may have vowel points, which its model was not trained on. */
  isPointed?: boolean;
  /** Letters that no other language of the script has; its print has at least this share of them (Vietnamese: a quarter). */
  marked?: { letters: RegExp; share: number };
}

export const SCRIPTS: readonly Script[] = [
  { languages: ['rus', 'ukr', 'bul'], letters: /\p{Script=Cyrillic}/gu },
  {
    languages: ['ara', 'fas'],
    letters: /\p{Script=Arabic}/gu,
    isReadAlone: true,
    // Arabic print has .04 or more, Persian .001.
    telling: { code: 'ara', letters: /[ةأإ]/gu, share: 0.015 },
  },
  { languages: ['kor'], letters: /\p{Script=Hangul}/gu, isReadAlone: true },
  { languages: ['hin'], letters: /\p{Script=Devanagari}/gu },
  { languages: ['tha'], letters: /\p{Script=Thai}/gu },
  { languages: ['heb'], letters: /\p{Script=Hebrew}/gu, isReadAlone: true, isPointed: true },
  { languages: ['ell'], letters: /\p{Script=Greek}/gu },
  // PP-OCRv6 lacks its letters with two marks.
  {
    languages: ['vie'],
    letters: /\p{Script=Latin}/gu,
    isReadAlone: true,
    marked: { letters: /[ơư\u1ea0-\u1ef9]/giu, share: 0.12 },
  },
];

/** Languages that were added, in whatever script. English is left out, because it is for pages that Tesseract reads alone. */
export function othersOf(codes: readonly string[]): Script[] {
  const known = new Set(['eng', ...SCRIPTS.flatMap(script => script.languages)]);
  return codes.filter(code => !known.has(code)).map(code => ({ languages: [code], letters: /\p{L}/gu }));
}

/** A text needs at least this many letters of the script, making up this share. */
const LEAST_LETTERS = 8;
const LEAST_SHARE = 0.5;

/**
 * Whether a text is likely in one of the script's languages. A model of another script finds its own letters in any
 * print, but few.
 */
export function isWrittenIn(text: string, { letters, marked }: Script): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const own = count(letters);
  const isMarked = marked === undefined || count(marked.letters) >= marked.share * own;
  return own >= LEAST_LETTERS && own >= LEAST_SHARE * count(/\p{L}/gu) && isMarked;
}

/** The share of a text's letters and figures that is in the script; the rest are Latin names and numbers. */
const MOSTLY_SHARE = 0.8;

/**
 * Whether a text contains hardly anything but the script's letters. The Thai model finds its own letters in half of any
 * print that it does not know (Ukrainian, Armenian, Burmese), as confidently as another model reads bad print of its
 * own language.
 */
export function isMostlyIn(text: string, { letters }: Script): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(letters) >= MOSTLY_SHARE * count(/[\p{L}\p{N}]/gu);
}

/** Whether a text may be in this one of the script's languages, judged by its telling letters. */
export function mayBe(code: string, text: string, { letters, telling }: Script): boolean {
  if (telling === undefined) return true;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isTold = count(telling.letters) >= telling.share * count(letters);
  return isTold === (code === telling.code);
}
