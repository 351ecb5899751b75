/** A table while it is being found: cells with their words over a grid of edges. */

import type { Rectangle } from '../../../page/content.ts';
import { middleX, middleY } from '../../../page/geometry.ts';
import type { TableKind } from '../../../page/table.ts';
import type { Word } from './words.ts';

export interface DraftCell extends Area {
  words: Word[];
}

export interface Draft {
  kind: TableKind;
  /** Column edges and row edges: one more than columns and rows. */
  xs: number[];
  ys: number[];
  cells: DraftCell[];
}

export const isFilled = ({ words }: Pick<DraftCell, 'words'>): boolean => words.length > 0;

export const rowsOf = (draft: Draft): number => draft.ys.length - 1;
export const columnsOf = (draft: Draft): number => draft.xs.length - 1;

export function regionOf({ xs, ys }: { xs: readonly number[]; ys: readonly number[] }): Rectangle {
  return { left: xs[0] ?? 0, top: ys[0] ?? 0, right: xs.at(-1) ?? 0, bottom: ys.at(-1) ?? 0 };
}

/** Returns the draft with one more column before its first, beginning at `left`. */
export function withFirstColumn(draft: Draft, left: number, wordsOf: (row: number) => Word[]): Draft {
  const cells = draft.cells.map(cell => ({ ...cell, column: cell.column + 1 }));
  for (let row = 0; row < rowsOf(draft); row += 1)
    cells.push({ row, column: 0, rowspan: 1, colspan: 1, words: wordsOf(row) });
  return { ...draft, xs: [left, ...draft.xs], cells };
}

/** Returns the cells of one table followed by those of another with the same columns. */
export const cellsBelow = (upper: Draft, lower: Draft): DraftCell[] => {
  const shift = rowsOf(upper);
  return [...upper.cells, ...lower.cells.map(cell => ({ ...cell, row: cell.row + shift }))];
};

/** Assigns each word to the cell that contains its middle. */
export function fillAreas(
  areas: readonly Area[],
  xs: readonly number[],
  ys: readonly number[],
  words: readonly Word[],
): DraftCell[] {
  const cells: DraftCell[] = areas.map(({ row, column, rowspan, colspan }) => ({
    row,
    column,
    rowspan,
    colspan,
    words: [],
  }));
  const columns = xs.length - 1;
  const at = new Array<DraftCell>(columns * (ys.length - 1));
  for (const cell of cells) {
    for (let r = cell.row; r < cell.row + cell.rowspan; r += 1) {
      for (let c = cell.column; c < cell.column + cell.colspan; c += 1) at[r * columns + c] = cell;
    }
  }
  for (const word of words) {
    const column = intervalOf(xs, middleX(word));
    const row = intervalOf(ys, middleY(word));
    if (row >= 0 && column >= 0) at[row * columns + column]?.words.push(word);
  }
  return cells;
}

/** Returns the index of the interval between edges that contains `value`; -1 outside. */
export function intervalOf(edges: readonly number[], value: number): number {
  if (value < (edges[0] ?? 0)) return -1;
  for (let i = 1; i < edges.length; i += 1) if (value < (edges[i] ?? 0)) return i - 1;
  return -1;
}

/** Removes rows and columns; cells over them shrink, cells only in them vanish. */
export function keepOnly(
  draft: Draft,
  keepRow: (row: number) => boolean,
  keepColumn: (column: number) => boolean,
): Draft {
  const rows = Array.from({ length: rowsOf(draft) }, (_, row) => keepRow(row));
  const columns = Array.from({ length: columnsOf(draft) }, (_, column) => keepColumn(column));
  if (rows.every(Boolean) && columns.every(Boolean)) return draft;
  const cells: DraftCell[] = [];
  for (const cell of draft.cells) {
    const rowspan = kept(rows, cell.row, cell.row + cell.rowspan);
    const colspan = kept(columns, cell.column, cell.column + cell.colspan);
    if (rowspan === 0 || colspan === 0) continue;
    cells.push({
      ...cell,
      row: kept(rows, 0, cell.row),
      column: kept(columns, 0, cell.column),
      rowspan,
      colspan,
    });
  }
  return { ...draft, xs: keptEdges(draft.xs, columns), ys: keptEdges(draft.ys, rows), cells };
}

/**
 * Returns rows from `from` to before `to`, at their heights, with those columns in which a counting cell of theirs
 * begins; all cells count by default.
 */
export function rowsBetween(
  draft: Draft,
  from: number,
  to: number,
  counts?: (cell: DraftCell) => boolean,
): Draft {
  const isInside = (row: number) => row >= from && row < to;
  const counted = counts && draft.cells.filter(cell => isInside(cell.row) && counts(cell));
  const starts = counted && new Set(counted.map(({ column }) => column));
  const rows = keepOnly(draft, isInside, column => starts === undefined || starts.has(column));
  return { ...rows, ys: draft.ys.slice(from, to + 1) };
}

function kept(flags: readonly boolean[], from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i += 1) if (flags[i]) count += 1;
  return count;
}

/** Returns the edges that remain: a removed interval is added to the one before it (the first to the one after it). */
function keptEdges(edges: readonly number[], flags: readonly boolean[]): number[] {
  const result = edges.filter((_, i) => i > 0 && i < edges.length - 1 && flags[i] && flags.indexOf(true) < i);
  return [edges[0] ?? 0, ...result, edges.at(-1) ?? 0];
}

/** A cell of the grid: the unit cells from (row, column) on that no line divides. */
export interface Area {
  row: number;
  column: number;
  rowspan: number;
  colspan: number;
}
