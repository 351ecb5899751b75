/** Separates tables that stand beside each other in the same rows of a sheet. */
import { mergesFrom } from './merges.ts';
import type { Range, SheetRow } from './sheet-content.ts';

/** Rows by which the pieces are first judged; pieces with fewer than two rows among them are judged with all rows. */
const FIRST_ROWS = 4;

/**
 * Returns rows divided at empty columns, or as they are. An empty column also sets labels or totals apart within one
 * table, so they are only divided if each piece is a table by itself, with at least two columns and rows and a header
 * of its own. `isHeaded` examines at most two rows.
 */
export function cutSideBySide(
  rows: SheetRow[],
  columns: readonly number[],
  merges: readonly Range[],
  isHeaded: (rows: readonly SheetRow[], columns: number) => boolean,
): SheetRow[][] {
  const pieces = runsOf(columns);
  if (pieces.length < 2 || pieces.some(piece => piece.length < 2)) return [rows];
  if (isTied(rows, columns, merges)) return [rows];
  const areHeaded = (cut: readonly SheetRow[][]) =>
    cut.every((piece, at) => piece.length < 2 || isHeaded(piece, pieces[at]?.length ?? 0));
  // The first rows mostly show that there is nothing to divide.
  if (!areHeaded(distribute(rows.slice(0, FIRST_ROWS), pieces))) return [rows];
  const cut = distribute(rows, pieces);
  return cut.every((piece, at) => isHeaded(piece, pieces[at]?.length ?? 0)) ? cut : [rows];
}

/** Groups columns that follow each other without an empty one. */
function runsOf(columns: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last?.at(-1) === column - 1) last.push(column);
    else runs.push([column]);
  }
  return runs;
}

/** Whether a merged cell extends over an empty column. */
function isTied(rows: readonly SheetRow[], columns: readonly number[], merges: readonly Range[]): boolean {
  const top = rows[0]?.row ?? 0;
  const bottom = rows.at(-1)?.row ?? -1;
  const gaps = columns.filter((column, at) => (columns[at + 1] ?? column + 1) > column + 1);
  return mergesFrom(merges, top, bottom).some(merge =>
    gaps.some(before => merge.left <= before && merge.right > before),
  );
}

function distribute(rows: readonly SheetRow[], pieces: readonly number[][]): SheetRow[][] {
  const pieceOf = new Map(pieces.flatMap((piece, at) => piece.map(column => [column, at] as const)));
  const cut: SheetRow[][] = pieces.map(() => []);
  for (const { row, columns, cells, words } of rows) {
    for (const [at, cell] of cells.entries()) {
      const column = columns[at] ?? 0;
      const piece = cut[pieceOf.get(column) ?? 0];
      if (piece?.at(-1)?.row !== row) piece?.push({ row, columns: [], cells: [], words });
      piece?.at(-1)?.columns.push(column);
      piece?.at(-1)?.cells.push(cell);
    }
  }
  return cut;
}
