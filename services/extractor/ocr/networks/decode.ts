/**
 * Turns columns into letters by Connectionist Temporal Classification (Graves et al., ICML 2006), taking the most
 * likely class of each column: equal neighbouring classes are one letter, and class 0 separates letters.
 */
import type { Letters } from './runtime.ts';

export interface DecodedLetter {
  text: string;
  /** Columns of the strip; `to` is exclusive. */
  from: number;
  to: number;
  /** 0…1, the highest of its columns. */
  probability: number;
}

export function decoded({ classes, probabilities }: Letters, alphabet: readonly string[]): DecodedLetter[] {
  const letters: DecodedLetter[] = [];
  let before = 0;
  for (let column = 0; column < classes.length; column++) {
    const found = classes[column] ?? 0;
    const probability = probabilities[column] ?? 0;
    const last = letters.at(-1);
    const text = alphabet[found] ?? '';
    if (found !== 0 && before !== 0 && last !== undefined && isSame(last.text, text)) {
      last.to = column + 1;
      if (probability > last.probability) Object.assign(last, { text, probability });
    } else if (found !== 0) {
      letters.push({ text, from: column, to: column + 1, probability });
    }
    before = found;
  }
  return letters;
}

/** The same mark may be read as curly in one column and as straight in the next. */
const MARKS = [/^['‘’]$/, /^["“”]$/];

const isSame = (one: string, other: string): boolean =>
  one === other || MARKS.some(mark => mark.test(one) && mark.test(other));
