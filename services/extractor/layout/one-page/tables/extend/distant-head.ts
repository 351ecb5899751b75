/**
 * Finds heads that the title of a first group separates from their rows: `Investigation, Result, Unit` over `Complete
 * Blood Count` in laboratory reports.
 */

import { around, median } from '../../../page/geometry.ts';
import { wordsOf } from '../shape/candidate.ts';
import { segmentsOf } from '../shape/columns.ts';
import { columnsOf, type Draft, intervalOf, rowsOf } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { leafLine } from '../shape/head-columns.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { isNumeric } from '../shape/values.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { areBold } from '../shape/words.ts';
import { LABELS_LEAST } from './neighbours.ts';

/** Greatest distance from the head to the title, and from the title to the rows. */
const STEP_MAX_EM = 3;
const ROWS_LEAST = 3;

/** Returns the head and the title below it; empty unless each column has a bold label of its own. */
export function distantHead(draft: Draft, rows: readonly VisualRow[]): TableLine[] {
  if (columnsOf(draft) < LABELS_LEAST || rowsOf(draft) < ROWS_LEAST) return [];
  const words = wordsOf(draft);
  const size = median(words.map(word => word.size));
  const top = Math.min(...words.map(word => word.baseline));
  const { top: upperEdge } = around(words);
  const above = rows.filter(row => row.baseline < upperEdge);
  const [head, title] = above.slice(-2);
  if (!head || !title) return [];
  const isNear =
    top - title.baseline <= STEP_MAX_EM * size && title.baseline - head.baseline <= STEP_MAX_EM * size;
  if (!isNear || !isTitle(title, draft) || !areBold(head.words) || areBold(words)) return [];
  const labels = segmentsOf(head.words, CELL_GAP_EM);
  const isOfColumns = labels.every(({ left, right }, at) => intervalOf(draft.xs, (left + right) / 2) === at);
  if (labels.length !== columnsOf(draft) || !isOfColumns) return [];
  if (labels.some(label => isNumeric(label.words))) return [];
  const row = {
    ...toTableLine(title.words, draft.xs),
    slots: [{ column: 0, colspan: 1, words: title.words }],
  };
  return [leafLine(labels, draft.xs), row];
}

/** Whether a row is a single text that begins where the labels of rows do. */
function isTitle({ words, left, size }: VisualRow, draft: Draft): boolean {
  const labels = draft.cells.filter(cell => cell.column === 0).flatMap(cell => cell.words.slice(0, 1));
  const start = median(labels.map(word => word.left));
  return segmentsOf(words, CELL_GAP_EM).length === 1 && Math.abs(left - start) < size / 2;
}
