/** Tables that stand beside each other in the same rows of a sheet. */
import { mergesFrom } from './merges.ts';
import type { Range, SheetRow } from './sheet-content.ts';

/** Of all pieces; those of which fewer than two stand in them are judged with all rows. */
const FIRST_ROWS = 4;

/**
 * Rows cut where columns are empty, or as they are. An empty column also sets labels or totals off inside one table, so
 * they are cut only if each piece is a table by itself: two columns and two rows at least, and a header of its own.
 * `isHeaded` looks at no more than two rows.
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
  // Mostly the first rows tell that there is nothing to cut.
  if (!areHeaded(distribute(rows.slice(0, FIRST_ROWS), pieces))) return [rows];
  const cut = distribute(rows, pieces);
  return cut.every((piece, at) => isHeaded(piece, pieces[at]?.length ?? 0)) ? cut : [rows];
}

/** Columns that follow each other without an empty one. */
function runsOf(columns: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last?.at(-1) === column - 1) last.push(column);
    else runs.push([column]);
  }
  return runs;
}

/** Whether a merged cell reaches over an empty column. */
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
