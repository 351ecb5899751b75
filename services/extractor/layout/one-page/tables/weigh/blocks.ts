/** Texts side by side that were drawn one after the other: addresses, columns of prose. Tables are drawn row by row. */
import type { DraftCell } from '../shape/draft.ts';

/** Fewer places where one text follows another in the stream are chance. */
const LINKS_LEAST = 3;

/**
 * 0 … 1: how much more often what follows a cell in the stream stands below it than beside it; 0 where it is less.
 * Cells with nothing beside them tell nothing.
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
