/**
 * Joins words of one line that were drawn in two runs, one in the gaps of the other: a form's `年 月 日` and the figures
 * that a program fills in around them.
 */

import type { TextItem } from '../../page/content.ts';
import { endOf, FILLING_EM, first, isLevel, type Piece } from './neighbours.ts';

/** Some words of one run are as near to some of the other as words of one line are. */
const TOUCH_EM = 0.25;

/** Most pieces compared with one piece: on a page where all pieces overlap, no line can be told. */
const TRIES_MAX = 8;
const FIGURES = /^[\p{N}.,]+$/u;

/** Returns the same pieces, with those of one line joined. */
export function joinInterleaved(pieces: readonly Piece[]): readonly Piece[] {
  const sorted = [...pieces].sort((one, other) => first(one).baseline - first(other).baseline);
  const joined = new Map<Piece, Piece | null>();
  sorted.forEach((piece, at) => {
    // A single word has no gap for others.
    if (piece.length < 2) return;
    let tries = 0;
    for (const other of onItsLine(sorted, at)) {
      if (joined.get(piece) === null || tries > TRIES_MAX) return;
      const whole = joined.get(piece) ?? piece;
      if (joined.get(other) === null || !meet(whole, other)) continue;
      tries++;
      const words = [...whole, ...(joined.get(other) ?? other)].sort(
        (one, another) => one.left - another.left,
      );
      // Pieces of digits only are labels of a chart that came closer than its author thought.
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

function* onItsLine(sorted: readonly Piece[], at: number): Generator<Piece> {
  const { size, baseline } = first(sorted[at] as Piece);
  for (const step of [1, -1])
    for (let place = at + step; ; place += step) {
      const other = sorted[place];
      if (other === undefined || Math.abs(first(other).baseline - baseline) > FILLING_EM * size) break;
      yield other;
    }
}

/** Whether each piece begins before the other ends. */
function meet(one: Piece, other: Piece): boolean {
  const [left, right] = [first(one).left, first(other).left];
  return left < endOf(other.at(-1) as TextItem) && right < endOf(one.at(-1) as TextItem);
}

function areOneLine(words: readonly TextItem[], ofOne: ReadonlySet<TextItem>): boolean {
  let touch = false;
  for (let at = 1; at < words.length; at++) {
    const [before, word] = [words[at - 1] as TextItem, words[at] as TextItem];
    const gap = word.left - endOf(before);
    if (!isLevel(word, before) || gap < -FILLING_EM * word.size) return false;
    touch ||= ofOne.has(before) !== ofOne.has(word) && gap < TOUCH_EM * word.size;
  }
  return touch;
}
