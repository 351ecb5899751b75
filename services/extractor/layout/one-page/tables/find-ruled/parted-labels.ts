/**
 * Divides rows that no line divides, although lines divide the rows below: labels of a head whose column lines begin
 * under it.
 */

import { segmentsOf } from '../shape/columns.ts';
import type { Draft, DraftCell } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { COLUMN_EDGE_PT } from '../shape/rules.ts';
import { linesOf } from '../shape/text.ts';

/**
 * Returns the draft with single-line cells over several columns divided, where they contain one text for each column,
 * each within its own.
 */
export function partLabels(draft: Draft): Draft {
  return { ...draft, cells: draft.cells.flatMap(cell => partsOf(cell, draft.xs) ?? [cell]) };
}

function partsOf(cell: DraftCell, xs: readonly number[]): DraftCell[] | null {
  if (cell.colspan < 2 || cell.rowspan > 1) return null;
  const [line = [], ...others] = linesOf(cell.words);
  const texts = segmentsOf(line, CELL_GAP_EM);
  if (others.length > 0 || texts.length !== cell.colspan) return null;
  const isWithin = (text: { left: number; right: number }, column: number) =>
    text.left > (xs[column] ?? Infinity) - COLUMN_EDGE_PT &&
    text.right < (xs[column + 1] ?? 0) + COLUMN_EDGE_PT;
  if (!texts.every((text, i) => isWithin(text, cell.column + i))) return null;
  return texts.map(({ words }, i) => ({ ...cell, column: cell.column + i, colspan: 1, words }));
}
