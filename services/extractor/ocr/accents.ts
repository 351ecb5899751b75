/**
 * Accents that nobody printed: specks and worn print above a letter. On pages in English they are read with less than .9 of probability, accents of
 * names with more (40 pages); a language that has accents has them in half a percent of its letters and more (29 languages).
 */
import type { RecognizedLine } from './engine.ts';
import type { DecodedLetter } from './networks/decode.ts';

/** An accent that is read with less is doubted, 0…1. */
const SURE_PROBABILITY = 0.9;
/** Doubted ones are dropped where the others are on fewer of the page's letters than this share. */
const RARE_SHARE = 0.003;

const MARKS = /\p{M}/gu;
/** What Unicode does not part into a letter and its mark, or the lack of one: worn print has them as it has specks. */
const UNPARTED: Record<string, string> = { ł: 'l', Ł: 'L', ı: 'i' };
const withoutMarks = (text: string): string => {
  const plain = text.normalize('NFD').replace(MARKS, '').normalize('NFC');
  return UNPARTED[plain] ?? plain;
};

/** The word without the accents that its reader doubts; undefined where it doubts none. */
export function withoutDoubtedAccents(letters: readonly DecodedLetter[]): string | undefined {
  const isDoubted = ({ text, probability }: DecodedLetter) =>
    probability < SURE_PROBABILITY && /^\p{Script=Latin}$/u.test(text) && withoutMarks(text) !== text;
  if (!letters.some(isDoubted)) return undefined;
  return letters.map(letter => (isDoubted(letter) ? withoutMarks(letter.text) : letter.text)).join('');
}

/** Takes or drops, by the page's other words, what was doubted; no word has `withoutDoubted` after it. */
export function withoutStrayAccents(lines: readonly RecognizedLine[]): RecognizedLine[] {
  const sure = lines
    .flatMap(({ words }) => words.map(({ text, withoutDoubted = text }) => withoutDoubted))
    .join('');
  const letters = sure.match(/\p{Script=Latin}/gu) ?? [];
  const accented = letters.filter(letter => withoutMarks(letter) !== letter);
  const isRare = accented.length < RARE_SHARE * letters.length;
  return lines.map(line => ({
    ...line,
    words: line.words.map(({ withoutDoubted, ...word }) =>
      isRare && withoutDoubted !== undefined ? { ...word, text: withoutDoubted } : word,
    ),
  }));
}
