/**
 * Drops accents that were never printed: specks and worn print above a letter. On English pages such accents are read
 * with a probability below .9, and real accents in names with more (40 pages); a language that uses accents has them on
 * at least half a percent of its letters (29 languages).
 */
import type { RecognizedLine } from './engine.ts';
import type { DecodedLetter } from './networks/decode.ts';

/** An accent read with a lower probability (0…1) is doubted. */
const SURE_PROBABILITY = 0.9;
/** Doubted accents are dropped if the undoubted ones are on fewer than this share of the page's letters. */
const RARE_SHARE = 0.003;

const MARKS = /\p{M}/gu;
/** Letters that Unicode does not decompose into a letter and a mark. Worn print produces these, too. */
const UNPARTED: Record<string, string> = { ł: 'l', Ł: 'L', ı: 'i' };
const withoutMarks = (text: string): string => {
  const plain = text.normalize('NFD').replace(MARKS, '').normalize('NFC');
  return UNPARTED[plain] ?? plain;
};

/** The word without the accents that the reader doubts; undefined if it doubts none. */
export function withoutDoubtedAccents(letters: readonly DecodedLetter[]): string | undefined {
  const isDoubted = ({ text, probability }: DecodedLetter) =>
    probability < SURE_PROBABILITY && /^\p{Script=Latin}$/u.test(text) && withoutMarks(text) !== text;
  if (!letters.some(isDoubted)) return undefined;
  return letters.map(letter => (isDoubted(letter) ? withoutMarks(letter.text) : letter.text)).join('');
}

/** Keeps or drops doubted accents, judging by the rest of the page; afterwards no word has `withoutDoubted`. */
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
