/** Joins currency signs, which accounts set at the left of their column, far from the amount, to that amount. */

import { middleX } from '../../../page/geometry.ts';
import type { Segment } from './columns.ts';
import { isNumeric, isNumericWord } from './values.ts';
import type { Word } from './words.ts';

const CURRENCY = /^\p{Sc}$/u;
/** In points: an edge is this far before the first sign after it, where nothing else shows how much room there is. */
const BEFORE_SIGN_PT = 2;

const isSign = ({ text }: Word): boolean => CURRENCY.test(text);

/** Returns the texts of a line with each sign joined to the amount after it, where both are in one column. */
export function withSignsJoined(
  segments: readonly Segment[],
  columnOf: (segment: Segment) => number,
): Segment[] {
  if (!segments.some(({ words }) => words.some(isSign))) return [...segments];
  const joined: Segment[] = [];
  for (const segment of segments) {
    const sign = joined.at(-1);
    const isAlone = sign?.words.length === 1 && sign.words.every(isSign);
    if (sign && isAlone && isNumeric(segment.words) && columnOf(sign) === columnOf(segment)) {
      sign.words = [...sign.words, ...segment.words];
      sign.right = segment.right;
    } else joined.push({ ...segment });
  }
  return joined;
}

/** Returns the column edges, moving those with signs before them left of the signs if nothing else stands there. */
export function beforeSigns(xs: number[], lines: readonly (readonly Word[])[]): number[] {
  const pairs = lines.flatMap(line =>
    line.flatMap((sign, at) => {
      const amount = line[at + 1];
      return isSign(sign) && amount && isNumericWord(amount) ? [{ sign, amount }] : [];
    }),
  );
  if (pairs.length === 0) return xs;
  const signs = new Set(pairs.map(({ sign }) => sign));
  return xs.map((edge, at) => {
    const before = xs[at - 1];
    const crossing = pairs.filter(({ sign, amount }) => middleX(sign) < edge && amount.left >= edge);
    if (before === undefined || crossing.length === 0) return edge;
    const first = Math.min(...crossing.map(({ sign }) => sign.left));
    const others = lines.flatMap(line =>
      line.filter(word => !signs.has(word) && middleX(word) > before && middleX(word) < edge),
    );
    const end = Math.max(before, ...others.map(word => word.right));
    return end > first ? edge : Math.max((end + first) / 2, first - BEFORE_SIGN_PT);
  });
}
