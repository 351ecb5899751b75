/** Divides text where its direction may change, by the classes of the Unicode bidirectional algorithm (UAX 9). */

export interface Token {
  /** As it stands on the page, from left to right. */
  text: string;
  kind: 'right-to-left' | 'left-to-right' | 'number' | 'neutral';
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms, without digits and signs of numbers. */
const LETTER =
  '(?:[\\u0591-\\u065f\\u066d-\\u06ef\\u06fa-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]|[\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}])';
const DIGITS = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9]+';

const RIGHT_TO_LEFT = new RegExp(LETTER, 'u');
const ARABIC = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;

/** Vowel marks stay with their letters. */
const CUT = new RegExp(
  `(?<right>(?:${LETTER}|\\p{M})+)|(?<number>${DIGITS}(?:[.,:/\\u066b\\u066c]${DIGITS})*)|(?<left>\\p{L}[\\p{L}\\p{M}]*?(?=${LETTER}|[^\\p{L}\\p{M}]|$))|.`,
  'gsu',
);

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(CUT)].map(({ 0: part, groups }) => {
    if (groups?.right !== undefined)
      return { text: part, kind: RIGHT_TO_LEFT.test(part) ? 'right-to-left' : 'neutral' };
    if (groups?.number !== undefined) return { text: part, kind: 'number' };
    return { text: part, kind: groups?.left === undefined ? 'neutral' : 'left-to-right' };
  });
}

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);
export const isArabic = (text: string): boolean => ARABIC.test(text);

/** Whether most letters of a page are read from the right. */
export function isMostlyRightToLeft(texts: readonly string[]): boolean {
  let balance = 0;
  for (const { kind, text } of texts.flatMap(tokensOf)) {
    if (kind === 'right-to-left') balance += text.length;
    else if (kind === 'left-to-right') balance -= text.length;
  }
  return balance > 0;
}
