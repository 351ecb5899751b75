/** Separates labels and values of a form or a letter from the table below: they are not its head. */

import type { Gap } from '../shape/gaps.ts';
import { LARGER_SIZE } from '../shape/prose.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';
import type { CutRow } from './cut-rows.ts';

/**
 * Returns the rows above the first of `rows`, which come from below, without lines in larger type and without a block
 * of labels and values such as a letter has above its table. Lines of a head are nearer, or begin over the values.
 * `first` is the gap after the first column.
 */
export function withoutFields(rows: readonly CutRow[], first: Gap | undefined): CutRow[] {
  const [seed, ...above] = rows;
  if (!seed) return [];
  const side = first?.from ?? 0;
  // Labels with their values over the first column alone would share its cells.
  const areInOne = (row: CutRow) => row.segments.length > 1 && row.right < (first?.to ?? 0);
  const hasFew = (row: CutRow) => 2 * row.segments.length <= seed.segments.length;
  const isField = (row: CutRow) => row.left < side && hasFew(row);
  const isOther = (row: CutRow, i: number) => {
    const below = rows[i] ?? row;
    const apart = below.baseline - row.baseline > WRAP_PITCH_EM * row.size;
    const next = above[i + 1];
    const isBlock = apart && isField(row) && next !== undefined && isField(next);
    return isBlock || areFields(row) || areInOne(row) || (hasFew(row) && row.size >= LARGER_SIZE * seed.size);
  };
  const end = above.findIndex(isOther);
  if (end < 0) return above;
  // A line with a single text between them and the table is separate, too.
  const kept = above.slice(0, end);
  const isBelowThem = above.slice(end, end + 1).some(areInOne);
  return isBelowThem ? kept.slice(0, kept.findLastIndex(({ segments }) => segments.length > 1) + 1) : kept;
}

/** Whether the row has labels with values and the row below has not: that is the head of a table, or its first row. */
export const isAboveHead = (row: CutRow, next: CutRow | undefined): boolean =>
  areFields(row) && next !== undefined && next.segments.length > 1 && !areFields(next);

/** Whether each text of a row is a label with its value. */
const areFields = ({ segments }: CutRow): boolean =>
  segments.length > 1 &&
  segments.every(({ words }) => words.slice(0, -1).some(({ text }) => /\p{L}:$/u.test(text)));
