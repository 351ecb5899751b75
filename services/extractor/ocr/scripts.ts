/** The scripts that PP-OCRv6 small cannot read, and which of Tesseract's languages reads them. */

export interface Script {
  /** Tesseract's codes; the first one is tried when the script is not known yet. */
  languages: readonly string[];
  letters: RegExp;
}

export const SCRIPTS: readonly Script[] = [
  { languages: ['rus', 'ukr', 'bul'], letters: /\p{Script=Cyrillic}/gu },
  { languages: ['ara', 'fas'], letters: /\p{Script=Arabic}/gu },
  { languages: ['kor'], letters: /\p{Script=Hangul}/gu },
  { languages: ['hin'], letters: /\p{Script=Devanagari}/gu },
  { languages: ['tha'], letters: /\p{Script=Thai}/gu },
  { languages: ['heb'], letters: /\p{Script=Hebrew}/gu },
  { languages: ['ell'], letters: /\p{Script=Greek}/gu },
  // The alphabet of PP-OCRv6 lacks its letters with two marks.
  { languages: ['vie'], letters: /\p{Script=Latin}/gu },
];

/** Languages that were added, whatever their script; English is for pages that Tesseract reads alone. */
export function othersOf(codes: readonly string[]): Script[] {
  const known = new Set(['eng', ...SCRIPTS.flatMap(script => script.languages)]);
  return codes.filter(code => !known.has(code)).map(code => ({ languages: [code], letters: /\p{L}/gu }));
}
