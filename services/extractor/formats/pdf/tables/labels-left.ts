/** Labels that stand left of a drawn grid, one beside each row, are its first column. */
import type { Candidate } from './candidate.ts';
import { type Draft, intervalOf, rowsOf } from './draft.ts';
import { median } from './table-lines.ts';
import { LABEL_DISTANCE_EM, LABEL_ROWS_SHARE } from './thresholds.ts';
import type { VisualRow } from './visual-rows.ts';
import type { Word } from './words.ts';

export function addLabels(candidate: Candidate, rows: readonly VisualRow[]): Candidate {
  const { draft } = candidate;
  const labels = draft.kind === 'ruled' ? labelsOf(draft, rows) : new Map<number, Word[]>();
  if (labels.size < Math.max(3, LABEL_ROWS_SHARE * rowsOf(draft))) return candidate;
  const left = Math.min(...[...labels.values()].flat().map(word => word.left));
  const cells = draft.cells.map(cell => ({ ...cell, column: cell.column + 1 }));
  for (let row = 0; row < rowsOf(draft); row += 1) {
    cells.push({ row, column: 0, rowspan: 1, colspan: 1, words: labels.get(row) ?? [] });
  }
  return { ...candidate, draft: { ...draft, xs: [left, ...draft.xs], cells } };
}

/** Text that ends shortly before the grid, by the grid row beside it; none where the gap is uneven. */
function labelsOf(draft: Draft, rows: readonly VisualRow[]): Map<number, Word[]> {
  const side = draft.xs[0] ?? 0;
  const labels = new Map<number, Word[]>();
  for (const row of rows) {
    const index = intervalOf(draft.ys, row.baseline - row.size * 0.3);
    if (index < 0 || row.left >= side || row.right > side + 1) continue;
    labels.set(index, [...(labels.get(index) ?? []), ...row.words]);
  }
  const words = [...labels.values()].flat();
  const lefts = [...labels.values()].map(label => Math.min(...label.map(word => word.left)));
  const rights = [...labels.values()].map(label => Math.max(...label.map(word => word.right)));
  const size = median(words.map(word => word.size));
  const near = side - Math.max(...rights) <= LABEL_DISTANCE_EM * size;
  const start = median(lefts);
  const aligned = lefts.filter(x => Math.abs(x - start) <= size).length >= LABEL_ROWS_SHARE * lefts.length;
  return near && aligned ? labels : new Map();
}
