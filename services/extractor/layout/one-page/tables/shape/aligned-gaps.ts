/**
 * Finds columns as close together as words are. Where many rows begin (or end) a word at the same place and leave the
 * same strip white before it, there is a column: spaces of prose do not line up.
 */
import { COLUMN_GAP_EM, type Gap, uncovered } from './gaps.ts';
import type { Word } from './words.ts';

/** Such a column needs at least this many rows that show it, … */
const ALIGNED_GAP_ROWS = 4;
/** … at least this share of the rows, and of the words that begin or end at its side, … */
export const ALIGNED_GAP_SHARE = 0.75;
/** … within this tolerance. */
export const ALIGNED_SIDE_PT = 1.5;

/**
 * Returns the gaps before such columns. `rows` contain the words of one line each, from left to right; `size` is one
 * em; gaps in `known` are not returned again.
 */
export function alignedGaps(
  rows: readonly (readonly Word[])[],
  size: number,
  known: readonly Gap[] = [],
): Gap[] {
  if (rows.length < ALIGNED_GAP_ROWS) return [];
  return uncovered(rows.flat(), 0).filter(
    gap =>
      gap.to - gap.from >= COLUMN_GAP_EM * size &&
      !known.some(other => gap.from < other.to && gap.to > other.from) &&
      isColumn(gap, rows),
  );
}

const ENUMERATED = /^\(?(?:\d{1,3}|\p{L}|[ivxlc]{1,5})[.)]$|^[^\p{L}\p{N}]$/iu;

function isColumn({ from, to }: Gap, rows: readonly (readonly Word[])[]): boolean {
  const middle = (from + to) / 2;
  const sides = rows.map(row => {
    const at = row.findIndex(word => word.left > middle);
    return { before: row.at(at < 0 ? -1 : at - 1), after: row[at], at };
  });
  const pairs = sides.flatMap(({ before, after, at }) =>
    before && after && at > 0 ? [{ before, after, opens: at === 1 }] : [],
  );
  if (pairs.length < ALIGNED_GAP_ROWS) return false;
  // Fixed-pitch fonts align all words, and the marker of an item belongs to its text.
  if (pairs.every(({ before, after }) => before.monospace && after.monospace)) return false;
  if (pairs.every(({ before, opens }) => opens && ENUMERATED.test(before.text))) return false;
  const starts = pairs.filter(({ after }) => after.left - to <= ALIGNED_SIDE_PT).length;
  const ends = pairs.filter(({ before }) => from - before.right <= ALIGNED_SIDE_PT).length;
  const least = ALIGNED_GAP_SHARE * pairs.length;
  if (pairs.length >= ALIGNED_GAP_SHARE * rows.length) return Math.max(starts, ends) >= least;
  // Rows that leave one side blank show nothing: then words have to end at one side of the strip and begin at the
  // other.
  const opened = sides.filter(({ at }) => at !== 0).length;
  const closed = sides.filter(({ after }) => after !== undefined).length;
  return Math.min(starts, ends) >= least && pairs.length >= ALIGNED_GAP_SHARE * Math.min(opened, closed);
}
