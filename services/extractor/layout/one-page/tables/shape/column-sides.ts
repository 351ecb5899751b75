/**
 * Finds where the texts of a column begin and end. A word of the head that begins or ends exactly there belongs to that
 * column, however near the label before it is.
 */

import { median, middleX } from '../../../page/geometry.ts';
import { ALIGNED_GAP_SHARE, ALIGNED_SIDE_PT } from './aligned-gaps.ts';
import { type Segment, WIDE_SEGMENT_SHARE } from './columns.ts';
import type { Gap } from './gaps.ts';

/** Least number of rows below the head that show where columns are. */
export const HEAD_BODY_ROWS = 2;

export interface ColumnSides {
  /** Left sides of columns whose texts begin at the same place, and right sides of those whose texts end at the same place. */
  lefts: number[];
  rights: number[];
}

/** Returns the sides of all columns except those at the table's own sides. */
export function sidesOf(
  rows: readonly (readonly Segment[])[],
  gaps: readonly Gap[],
  width: number,
): ColumnSides {
  const columns = gaps.map(() => [] as Segment[]).concat([[]]);
  const middles = gaps.map(gap => (gap.from + gap.to) / 2);
  for (const segment of rows.filter(row => row.length > 1).flat()) {
    if (segment.right - segment.left > WIDE_SEGMENT_SHARE * width) continue;
    const middle = middleX(segment);
    let column = 0;
    for (const gap of middles) if (gap < middle) column++;
    columns[column]?.push(segment);
  }
  return {
    lefts: columns.slice(1).flatMap(texts => keptSide(texts.map(text => text.left))),
    rights: columns.slice(0, -1).flatMap(texts => keptSide(texts.map(text => text.right))),
  };
}

function keptSide(places: readonly number[]): number[] {
  const usual = median(places);
  const kept = places.filter(place => Math.abs(place - usual) <= ALIGNED_SIDE_PT).length;
  return kept >= Math.max(HEAD_BODY_ROWS, ALIGNED_GAP_SHARE * places.length) ? [usual] : [];
}

/** Divides texts before words that begin where a column does, and after words that end where one does. */
export function cutAtSides(row: readonly Segment[], { lefts, rights }: ColumnSides): Segment[] {
  const isAt = (place: number, sides: readonly number[]) =>
    sides.some(side => Math.abs(side - place) <= ALIGNED_SIDE_PT);
  return row.flatMap(({ words }) => {
    const parts: Segment[] = [];
    for (const word of words) {
      const last = parts.at(-1);
      if (last && !isAt(word.left, lefts) && !isAt(last.right, rights)) {
        last.words.push(word);
        last.right = word.right;
      } else parts.push({ left: word.left, right: word.right, words: [word] });
    }
    return parts;
  });
}
