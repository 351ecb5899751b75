/** Recognises what a cell contains: values stand in tables, words in prose. */
import type { Word } from './words.ts';

const NUMERIC =
  /^[(<>≤≥~±+\-–−$€£¥]*\d[\d\s.,:/'’()%–−+\-±*°ªº†‡a-c]*[%)€$£¥*†‡]*$|^[-–—−]$|^(?:n\/?a|-+|\.+)$/iu;

/** Whether a text begins with a letter, as words of prose do and no value but `n/a`: such texts need no further check. */
function opensWord(text: string): boolean {
  const small = text.charCodeAt(0) | CASE_BIT;
  return small >= LOWER_A && small <= LOWER_Z && small !== LOWER_N;
}

const CASE_BIT = 0x20;
const LOWER_A = 0x61;
const LOWER_N = 0x6e;
const LOWER_Z = 0x7a;

/** Symbols and abbreviations before amounts. */
const CURRENCY =
  /^(?:\p{Sc}|[A-Z]{1,3}\$|USD|EUR|GBP|CHF|INR|PHP|S?[Ff]r\.|R[sp]\.?|RM|kr\.?|K[Ss]h\.?|S\/\.?)$/u;
const CURRENCY_LENGTH_MAX = 4;

export const isCurrency = (text: string): boolean =>
  text.length <= CURRENCY_LENGTH_MAX && CURRENCY.test(text);

/** Whether the words are a number, an amount, a percentage, a date in digits, or the dash that stands for none. */
export function isNumeric(words: readonly Word[]): boolean {
  const [first, second] = words;
  if (first === undefined) return false;
  if (second === undefined) return isNumericWord(first);
  if (opensWord(first.text)) return words.length === 2 && isCurrency(first.text) && isNumericWord(second);
  const text = words.map(word => word.text).join(' ');
  return NUMERIC.test(text.trim());
}

/** Does the same for one word. */
export const isNumericWord = ({ text }: Word): boolean => !opensWord(text) && NUMERIC.test(text.trim());
