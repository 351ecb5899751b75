/** Joins labels of two lines in a head whose other labels have one line in the middle: the upper line stands above those. */

import { median, middleX } from '../../../page/geometry.ts';
import { segmentsOf } from '../shape/columns.ts';
import { type Draft, type DraftCell, intervalOf, isFilled } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { OVERLAP_PITCH_EM } from '../shape/row-merge.ts';
import { isNumeric } from '../shape/values.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';

/**
 * Returns the table with the text directly above its first row that begins one of its labels; it is too near to be a
 * line of its own.
 */
export function withRaisedLabel(draft: Draft, rows: readonly VisualRow[]): Draft {
  const labels = draft.cells.filter(cell => cell.row === 0 && isFilled(cell));
  if (labels.length < 2) return draft;
  const words = labels.flatMap(cell => cell.words);
  const [baseline, size] = [median(words.map(word => word.baseline)), median(words.map(word => word.size))];
  const raised = rows.findLast(row => row.baseline < baseline);
  if (!raised || baseline - raised.baseline > OVERLAP_PITCH_EM * size) return draft;
  const label = labels.find(cell => begins(raised, cell, draft.xs));
  if (!label) return draft;
  const whole = { ...label, words: [...raised.words, ...label.words] };
  const top = Math.min(...raised.words.map(word => word.top));
  return {
    ...draft,
    ys: [Math.min(draft.ys[0] ?? top, top), ...draft.ys.slice(1)],
    cells: draft.cells.map(cell => (cell === label ? whole : cell)),
  };
}

/** Whether a row is a single text in the label's column, one line above it. */
function begins({ baseline, words }: VisualRow, label: DraftCell, xs: readonly number[]): boolean {
  const [first] = label.words;
  const step = ((first?.baseline ?? 0) - baseline) / (first?.size ?? 1);
  return (
    step > OVERLAP_PITCH_EM &&
    step <= WRAP_PITCH_EM &&
    label.colspan === 1 &&
    words.every(word => intervalOf(xs, middleX(word)) === label.column && word.size === first?.size) &&
    segmentsOf(words, CELL_GAP_EM).length === 1 &&
    !isNumeric(words)
  );
}
