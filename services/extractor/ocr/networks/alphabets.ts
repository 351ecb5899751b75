/** Whether a line is written in an alphabet. */
import type { Letters } from './runtime.ts';

/**
 * A column whose best letter scores less shows something outside the alphabet: Latin print hardly ever scores below 8,
 * Chinese far below 0 …
 */
const FOREIGN_SCORE = 6;
/** … except for letters that were rare in training, which score low even when they are right. */
const RARE = /[țţșşğăůőűľťď]/iu;

/** The share (0…1) of a line's columns that show something outside the alphabet. */
export function foreignShare(
  { classes, scores }: Pick<Letters, 'classes' | 'scores'>,
  alphabet: readonly string[],
): number {
  const isForeign = (score: number, column: number) =>
    score < FOREIGN_SCORE && !RARE.test(alphabet[classes[column] ?? 0] ?? '');
  return scores.filter(isForeign).length / Math.max(1, scores.length);
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** A line is Chinese or Japanese if it has at least this many ideographs … */
const LEAST_IDEOGRAPHS = 2;
/** … making up this share of its letters. */
const IDEOGRAPH_SHARE = 0.5;

/** Whether a line holds a lone ideograph among other letters: in Latin print that is a worn star or a mark. */
export function hasStrayIdeograph(line: string): boolean {
  const count = ideographsIn(line);
  return count > 0 && count < LEAST_IDEOGRAPHS && count < IDEOGRAPH_SHARE * line.length;
}

export const ideographsIn = (line: string): number => line.match(IDEOGRAPHS)?.length ?? 0;

/** Whether a line is Chinese or Japanese. */
export function isIdeographic(line: string): boolean {
  const count = ideographsIn(line);
  return count >= LEAST_IDEOGRAPHS && count >= IDEOGRAPH_SHARE * line.length;
}
