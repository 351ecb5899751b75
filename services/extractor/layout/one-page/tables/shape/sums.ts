/** Handles rows of sums at a table's end: a label and an amount. */

import type { Rule } from '../../../page/content.ts';
import { around } from '../../../page/geometry.ts';
import { columnsOf, type Draft, type DraftCell, isFilled, rowsOf } from './draft.ts';
import { COLUMN_EDGE_PT } from './rules.ts';
import { isNumeric } from './values.ts';

/** From this many numbers in a column on, a word in it is not one of its values. */
const NUMBERS_LEAST = 2;

/**
 * Extends the label of a sum that stands in a column of numbers over all columns before the amount, at whichever end of
 * them it was set, unless one of `lines`, which are vertical, separates them there. In a column of texts, such as
 * descriptions, the label is a text among them.
 */
export function spanSums(draft: Draft, lines: readonly Rule[] = []): Draft {
  const rows = Map.groupBy(draft.cells, cell => cell.row);
  const sums = new Set<number>();
  for (let row = rowsOf(draft) - 1; row > 0 && isSum(draft, rows.get(row) ?? []); row -= 1) sums.add(row);
  const cells = [...rows.values()].flatMap(row => {
    const [label, amount] = filledFromLeft(row);
    if (!label || !amount || !sums.has(label.row) || !holdsNumbers(draft, label.column, sums)) return row;
    if (isCrossed(draft, label, amount.column, lines)) return row;
    return [{ ...label, column: 0, colspan: amount.column }, amount];
  });
  return { ...draft, cells };
}

/** Whether a line between columns runs through what would be one cell up to the amount's column. */
function isCrossed(
  { xs, ys, cells }: Draft,
  { row }: DraftCell,
  end: number,
  lines: readonly Rule[],
): boolean {
  const before = cells.filter(cell => isFilled(cell) && cell.column + cell.colspan <= end);
  const left = (xs[0] ?? 0) + COLUMN_EDGE_PT;
  const right = Math.max(...before.map(cell => around(cell.words).right));
  const middle = ((ys[row] ?? 0) + (ys[row + 1] ?? 0)) / 2;
  return lines.some(
    ({ position, start, end }) => position > left && position < right && start < middle && end > middle,
  );
}

/** Returns a row's filled cells from left to right. Cells of a row are in no order: wide ones were laid out after narrow ones. */
function filledFromLeft(row: readonly DraftCell[]): DraftCell[] {
  return row.filter(isFilled).sort((one, other) => one.column - other.column);
}

/** Whether a row is a sum: two texts, the last of them a number in the last column, and no span over other rows. */
function isSum(draft: Draft, row: readonly DraftCell[]): boolean {
  const [label, amount, ...others] = filledFromLeft(row);
  const width = row.reduce((sum, cell) => sum + cell.colspan, 0);
  return (
    label !== undefined &&
    amount !== undefined &&
    others.length === 0 &&
    row.every(cell => cell.rowspan === 1) &&
    width === columnsOf(draft) &&
    amount.column === columnsOf(draft) - 1 &&
    isNumeric(amount.words) &&
    !isNumeric(label.words)
  );
}

/** Whether the column contains only numbers, apart from its head and the sums. */
function holdsNumbers(draft: Draft, column: number, sums: ReadonlySet<number>): boolean {
  const values = draft.cells.filter(
    cell => cell.column === column && cell.row > 0 && !sums.has(cell.row) && isFilled(cell),
  );
  return values.length >= NUMBERS_LEAST && values.every(cell => isNumeric(cell.words));
}
