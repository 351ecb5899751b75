/**
 * Letters from columns, by Connectionist Temporal Classification (Graves et al., ICML 2006), the likeliest class of each
 * column: equal neighbours are one letter, class 0 parts letters.
 */
import type { Letters } from './runtime.ts';

export interface DecodedLetter {
  text: string;
  /** Columns of the strip, the last one outside. */
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
    if (found !== 0 && found === before && last !== undefined) {
      last.to = column + 1;
      last.probability = Math.max(last.probability, probability);
    } else if (found !== 0) {
      letters.push({ text: alphabet[found] ?? '', from: column, to: column + 1, probability });
    }
    before = found;
  }
  return letters;
}
