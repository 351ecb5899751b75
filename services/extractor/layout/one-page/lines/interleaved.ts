/** Words of one line that were drawn in two runs, one in the gaps of the other: a form's `年 月 日` around the figures that a program fills in. */

import type { TextItem } from '../../page/content.ts';
import { endOf, first, type Piece } from './neighbours.ts';

/** Of one line: base lines and sizes differ by less than this (em), and words overlap by no more. */
const LEVEL_EM = 0.1;
/** Some of the one stand as near to some of the other as words do. */
const TOUCH_EM = 0.25;

const FIGURES = /^[\p{N}.,]+$/u;

/** The same pieces, those of one line put together. */
export function joinInterleaved(pieces: readonly Piece[]): readonly Piece[] {
  const sorted = [...pieces].sort((one, other) => first(one).baseline - first(other).baseline);
  const joined = new Map<Piece, Piece | null>();
  sorted.forEach((piece, at) => {
    const { size, baseline } = first(piece);
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next] as Piece;
      if (first(other).baseline - baseline > LEVEL_EM * size) return;
      const whole = joined.get(piece) ?? piece;
      if (joined.get(piece) === null || joined.get(other) === null || !meet(whole, other)) continue;
      const words = [...whole, ...other].sort((one, another) => one.left - another.left);
      // Figures alone are labels of a chart, closer than its author thought.
      if (words.every(({ text }) => FIGURES.test(text)) || !areOneLine(words, new Set(whole))) continue;
      joined.set(piece, words).set(other, null);
    }
  });
  if (joined.size === 0) return pieces;
  return pieces.flatMap(piece => {
    const whole = joined.has(piece) ? joined.get(piece) : piece;
    return whole ? [whole] : [];
  });
}

/** Whether each begins before the other ends. */
function meet(one: Piece, other: Piece): boolean {
  const [left, right] = [first(one).left, first(other).left];
  return left < endOf(other.at(-1) as TextItem) && right < endOf(one.at(-1) as TextItem);
}

function areOneLine(words: readonly TextItem[], ofOne: ReadonlySet<TextItem>): boolean {
  let touch = false;
  for (let at = 1; at < words.length; at++) {
    const [before, word] = [words[at - 1] as TextItem, words[at] as TextItem];
    const gap = word.left - endOf(before);
    const isLevel =
      Math.abs(word.size - before.size) < LEVEL_EM * word.size &&
      Math.abs(word.baseline - before.baseline) < LEVEL_EM * word.size;
    if (!isLevel || gap < -LEVEL_EM * word.size) return false;
    touch ||= ofOne.has(before) !== ofOne.has(word) && gap < TOUCH_EM * word.size;
  }
  return touch;
}
