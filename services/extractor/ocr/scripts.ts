/** The scripts that PP-OCRv6 small cannot read, and which of Tesseract's languages reads them. */

export interface Script {
  /** Tesseract's codes; the first one is tried when the script is not known yet. */
  languages: readonly string[];
  letters: RegExp;
  /** The language that a first reading in the first language says it is. */
  languageOf?: (text: string) => string;
}

const share = (text: string, letters: RegExp): number =>
  (text.match(letters)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0);

/** Letters that one language has and its neighbours lack; names and quotations bring a few into any text. */
const OWN_LETTERS_SHARE = 0.006;

export const SCRIPTS: readonly Script[] = [
  { languages: ['rus', 'ukr', 'bul'], letters: /\p{Script=Cyrillic}/gu, languageOf: cyrillic },
  { languages: ['ara', 'fas'], letters: /\p{Script=Arabic}/gu, languageOf: arabic },
  { languages: ['kor'], letters: /\p{Script=Hangul}/gu },
  { languages: ['hin'], letters: /\p{Script=Devanagari}/gu },
  { languages: ['tha'], letters: /\p{Script=Thai}/gu },
  { languages: ['heb'], letters: /\p{Script=Hebrew}/gu },
  { languages: ['ell'], letters: /\p{Script=Greek}/gu },
  // The alphabet of PP-OCRv6 lacks its letters with two marks.
  { languages: ['vie'], letters: /\p{Script=Latin}/gu },
];

/** Ukrainian has і, ї, є; Russian ы, э, ё; Bulgarian none of these, but ъ as a vowel. */
function cyrillic(text: string): string {
  const lower = text.toLowerCase();
  if (share(lower, /[іїєґ]/gu) > OWN_LETTERS_SHARE) return 'ukr';
  return share(lower, /[ыэё]/gu) < share(lower, /ъ/gu) ? 'bul' : 'rus';
}

/** Persian has پ, چ, ژ, گ and its own kaf and yeh; Arabic ة, ى and ي. */
function arabic(text: string): string {
  return share(text, /[پچژگکی]/gu) > share(text, /[ةىيكإأ]/gu) ? 'fas' : 'ara';
}

/** Languages that were added, whatever their script; English is for pages that Tesseract reads alone. */
export function othersOf(codes: readonly string[]): Script[] {
  const known = new Set(['eng', ...SCRIPTS.flatMap(script => script.languages)]);
  return codes.filter(code => !known.has(code)).map(code => ({ languages: [code], letters: /\p{L}/gu }));
}
