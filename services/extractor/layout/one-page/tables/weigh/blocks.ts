/** Weighs the order of drawing: columns of prose are drawn one after the other, tables row by row and cell by cell. */
import type { DraftCell } from '../shape/draft.ts';
import { linesOf } from '../shape/text.ts';

/** Fewer places where one text follows another in the stream are chance. */
const LINKS_LEAST = 3;

/**
 * Returns from 0 to 1 how much more often the text that follows a cell in the stream stands below it than beside it; 0
 * where it is less often. Cells with nothing beside them do not count.
 */
export function columnwise(filled: readonly DraftCell[]): number {
  const starts = new Map<number, DraftCell>();
  for (const cell of filled) starts.set(Math.min(...cell.words.map(word => word.index)), cell);
  let [down, beside] = [0, 0];
  const inRow = Map.groupBy(filled, cell => cell.row);
  for (const cell of filled) {
    if ((inRow.get(cell.row)?.length ?? 0) < 2) continue;
    const next = starts.get(Math.max(...cell.words.map(word => word.index)) + 1);
    if (!next) continue;
    if (next.column === cell.column && next.row !== cell.row) down += 1;
    else beside += 1;
  }
  const links = down + beside;
  return links < LINKS_LEAST ? 0 : Math.max(0, (2 * down) / links - 1);
}

/** From this share of the wrapped cells on, the order of drawing is that of cells, … */
const CELLWISE_SHARE = 0.8;
/** … if there are at least this many; fewer are chance. */
const WRAPPED_LEAST = 3;

/**
 * Whether the wrapped texts of at least three columns are drawn as cells: each with all its lines, followed by the text
 * beside it or at the start of the next row. Prose in columns is drawn down each of them, or line by line across.
 */
export function isCellwise(filled: readonly DraftCell[], columns: number): boolean {
  if (columns < 3) return false;
  const rows = [...Map.groupBy(filled, cell => cell.row).values()];
  const ordered = rows.flatMap(row => row.sort((one, other) => one.column - other.column));
  const wrapped = ordered.flatMap((cell, at) => (linesOf(cell.words).length > 1 ? [at] : []));
  if (wrapped.length < WRAPPED_LEAST) return false;
  const inOrder = wrapped.filter(
    at => isDrawnNext(ordered[at - 1], ordered[at]) && isDrawnNext(ordered[at], ordered[at + 1]),
  );
  return inOrder.length >= CELLWISE_SHARE * wrapped.length;
}

/** Whether nothing is drawn between the two. */
function isDrawnNext(cell: DraftCell | undefined, next: DraftCell | undefined): boolean {
  if (cell === undefined || next === undefined) return true;
  const last = Math.max(...cell.words.map(word => word.index));
  return Math.min(...next.words.map(word => word.index)) === last + 1;
}
