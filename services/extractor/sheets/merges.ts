/** Merged ranges of a sheet as spans in one table, whose empty rows and columns are left out. */
import type { Range, SheetRow } from './sheet-content.ts';

export interface Merges {
  /** Returns the span that begins at a position of the table. */
  at(row: number, place: number): { rows: number; columns: number } | undefined;
  /** Whether a span that begins elsewhere covers the position. */
  covered(row: number, place: number): boolean;
}

/** Most positions that all spans of a table may cover, in table sizes; overlapping ranges end here. */
const COVERED_TABLES = 2;
export const NO_MERGES: Merges = { at: () => undefined, covered: () => false };

/** Returns the merges within a table. `merges` are sorted by their top row. */
export function mergesWithin(
  rows: readonly SheetRow[],
  columns: readonly number[],
  merges: readonly Range[],
): Merges {
  const top = rows[0]?.row ?? 0;
  const bottom = rows.at(-1)?.row ?? -1;
  // A span begins with its first cell, so only ranges that begin in the table matter.
  const inside = mergesFrom(merges, top, bottom);
  if (inside.length === 0) return NO_MERGES;
  const width = columns.length;
  const spans = new Map<number, { rows: number; columns: number }>();
  const covered = new Set<number>();
  const rowNumbers = rows.map(row => row.row);
  let budget = COVERED_TABLES * width * rows.length;
  for (const merge of inside) {
    const [first, pastRow] = between(rowNumbers, merge.top, merge.bottom);
    const [left, pastColumn] = between(columns, merge.left, merge.right);
    const span = { rows: pastRow - first, columns: pastColumn - left };
    budget -= Math.max(1, span.rows * span.columns);
    if (budget < 0) break;
    if (!begins(merge, rowNumbers[first], columns[left]) || span.rows * span.columns <= 1) continue;
    if (hidesText(rows, first, pastRow, merge)) continue;
    cover(first, left, span);
  }
  return {
    at: (row, place) => spans.get(row * width + place),
    covered: (row, place) => covered.has(row * width + place),
  };

  function cover(first: number, left: number, span: { rows: number; columns: number }): void {
    const positions: number[] = [];
    for (let row = first; row < first + span.rows; row++) {
      for (let place = left; place < left + span.columns; place++) {
        const position = row * width + place;
        if (covered.has(position) || spans.has(position)) return;
        positions.push(position);
      }
    }
    const [start = 0, ...rest] = positions;
    spans.set(start, span);
    for (const position of rest) covered.add(position);
  }
}

/** Returns those of `merges`, sorted by their top row, that begin in these rows, by bisection. */
export function mergesFrom(merges: readonly Range[], top: number, bottom: number): Range[] {
  const topOf = (at: number) => merges[at]?.top ?? 0;
  return merges.slice(lowerBound(merges.length, topOf, top), lowerBound(merges.length, topOf, bottom + 1));
}

/** Whether the range's first cell is in the table; otherwise the span would begin with another cell's text. */
const begins = (merge: Range, row: number | undefined, column: number | undefined): boolean =>
  row === merge.top && column === merge.left;

/**
 * Whether a cell under the merged one has text of its own, which spanning it would lose. Programs that set a range's
 * value before merging it (EPPlus, xlsx-populate) leave it in each cell.
 */
function hidesText(rows: readonly SheetRow[], first: number, past: number, merge: Range): boolean {
  let shown = '';
  for (const row of rows.slice(first, past)) {
    const [start, end] = between(row.columns, merge.left, merge.right);
    if (row.row === merge.top && row.columns[start] === merge.left) shown = row.cells[start]?.text ?? '';
    for (let at = start; at < end; at++) if (row.cells[at]?.text !== shown) return true;
  }
  return false;
}

/** Whether a row shows one text: in one cell, or in one that is merged over the others. */
export function showsOneText({ row, columns, cells }: SheetRow, merges: readonly Range[]): boolean {
  if (cells.length === 1) return true;
  const [first] = cells;
  if (first === undefined || cells.some(({ text }) => text !== first.text)) return false;
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  return mergesFrom(merges, row, row).some(merge => merge.left === left && merge.right >= right);
}

/** Returns the indices from the first value of at least `low` to after the last of at most `high`, in a sorted list. */
function between(values: readonly number[], low: number, high: number): [number, number] {
  const valueAt = (at: number) => values[at] ?? 0;
  return [lowerBound(values.length, valueAt, low), lowerBound(values.length, valueAt, high + 1)];
}

/** Returns the index of the first of `length` ascending values that is at least `value`. */
function lowerBound(length: number, valueAt: (at: number) => number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
