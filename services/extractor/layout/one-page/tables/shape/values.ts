/** What a cell holds: values stand in tables, words in prose. */
import type { Word } from './words.ts';

const NUMERIC =
  /^[(<>≤≥~±+\-–−$€£¥]*\d[\d\s.,:/'’()%–−+\-±*°ªº†‡a-c]*[%)€$£¥*†‡]*$|^[-–—−]$|^(?:n\/?a|-+|\.+)$/iu;

/** Words of prose begin with a letter, and no value does but `n/a`: they need not be looked at further. */
const LETTER = /^[A-MO-Za-mo-z]/;

/** Whether the words are a number, an amount, a share, a date in digits, or the dash that stands for none. */
export function isNumeric(words: readonly Word[]): boolean {
  const [first] = words;
  if (first !== undefined && LETTER.test(first.text)) return false;
  const text = words.length > 1 ? words.map(word => word.text).join(' ') : (first?.text ?? '');
  return NUMERIC.test(text.trim());
}
