/** Tables without rules: rows of several pieces whose pieces stand below each other. */
import type { Row } from './rows.ts';
import { heightOf, hull, type Segment } from './segments.ts';

/** So many rows of several pieces make a table … */
const LEAST_ROWS = 3;
/** … with so many columns; two columns are as often a form or a list with leaders, read just as well as rows. */
const LEAST_COLUMNS = 2;
/** Rows further apart than this, in segment heights, belong to different tables. */
const WIDEST_ROW_GAP = 3;
/** Pieces that stand in one column and touch no other: below this share the pieces only happen to be side by side. */
const FITTING_SHARE = 0.8;

export interface RowGroup {
  rows: Row[];
  /** Left and right ends of the columns; null where the rows are no table. */
  columns: { left: number; right: number }[] | null;
}

/** The rows in their order, cut into tables and what lies between them. */
export function tablesIn(rows: readonly Row[], unit: number): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const run of runsOf(rows, unit)) {
    const columns = run.several && run.rows.length >= LEAST_ROWS ? columnsOf(run.rows) : null;
    const last = groups.at(-1);
    if (columns === null && last?.columns === null) last.rows.push(...run.rows);
    else groups.push({ rows: run.rows, columns });
  }
  return groups;
}

/** Longest stretches of near rows that all have several pieces, or that all have one. */
function runsOf(rows: readonly Row[], unit: number): { rows: Row[]; several: boolean }[] {
  const runs: { rows: Row[]; several: boolean }[] = [];
  for (const row of rows) {
    const several = row.length > 1;
    const last = runs.at(-1);
    const before = last?.rows.at(-1);
    if (last && before && last.several === several && areNear(before, row, unit)) last.rows.push(row);
    else runs.push({ rows: [row], several });
  }
  return runs;
}

function areNear(above: Row, below: Row, unit: number): boolean {
  const gap = hull(below).top - hull(above).bottom;
  return gap <= WIDEST_ROW_GAP * unit && gap >= -heightOf(hull(below));
}

/** Columns are what the pieces cover between them, looked at from above. */
function columnsOf(rows: readonly Row[]): RowGroup['columns'] {
  const pieces = rows.flat();
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of narrowestFirst(pieces)) {
    const touching = columns.filter(column => column.left < right && left < column.right);
    const [column] = touching;
    // A wide piece across several columns is a spanning cell and says nothing about them.
    if (touching.length > 1) continue;
    if (column)
      Object.assign(column, { left: Math.min(column.left, left), right: Math.max(column.right, right) });
    else columns.push({ left, right });
  }
  columns.sort((a, b) => a.left - b.left);
  const fitting = rows.filter(
    row => new Set(row.map(piece => columnIndex(columns, piece))).size === row.length,
  );
  return columns.length >= LEAST_COLUMNS && fitting.length >= FITTING_SHARE * rows.length ? columns : null;
}

const narrowestFirst = (pieces: readonly Segment[]): Segment[] =>
  [...pieces].sort((a, b) => a.right - a.left - (b.right - b.left));

/** The column a piece overlaps first. */
export function columnIndex(columns: readonly { left: number; right: number }[], piece: Segment): number {
  const index = columns.findIndex(column => column.right > piece.left);
  return index < 0 ? columns.length - 1 : index;
}
