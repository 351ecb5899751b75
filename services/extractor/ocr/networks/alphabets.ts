/** Whether an alphabet has what a line shows. */
import type { Letters } from './runtime.ts';

/** A column whose best letter scores less shows something else: Latin print hardly comes below 8, Chinese far below 0 … */
const FOREIGN_SCORE = 6;
/** … but for letters that training saw few of: they score low even where they are right. */
const RARE = /[țţșşğăůőűľťď]/iu;

/** Share of a line's columns, 0…1, that show something else than the alphabet has. */
export function foreignShare(
  { classes, scores }: Pick<Letters, 'classes' | 'scores'>,
  alphabet: readonly string[],
): number {
  const isForeign = (score: number, column: number) =>
    score < FOREIGN_SCORE && !RARE.test(alphabet[classes[column] ?? 0] ?? '');
  return scores.filter(isForeign).length / Math.max(1, scores.length);
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** A line of Chinese or Japanese has so many of them … */
const LEAST_IDEOGRAPHS = 2;
/** … or this share of its letters. */
const IDEOGRAPH_SHARE = 0.5;

/** Whether a line holds an ideograph among other letters: in Latin print a worn star, a mark. */
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
