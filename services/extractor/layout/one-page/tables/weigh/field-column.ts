/** Recognises form fields below each other whose frames look like the rows of a one-column table. */

import { median } from '../../../page/geometry.ts';
import { columnsOf, type Draft, isFilled, regionOf } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';

/** Least share of the fields with a label at their left. */
const LABELLED_SHARE = 0.5;
/** Greatest distance between the baselines of a field's text and its label. */
const LEVEL_EM = 0.6;

export function isFieldColumn(draft: Draft, words: FreeWords): boolean {
  if (columnsOf(draft) !== 1) return false;
  const { left, top, bottom } = regionOf(draft);
  const labels = words.between(top, bottom).filter(({ right }) => right <= left);
  const filled = draft.cells.filter(isFilled);
  const labelled = filled.filter(cell => {
    const size = median(cell.words.map(word => word.size));
    return labels.some(label =>
      cell.words.some(({ baseline }) => Math.abs(baseline - label.baseline) <= LEVEL_EM * size),
    );
  });
  return filled.length > 0 && labelled.length >= LABELLED_SHARE * filled.length;
}
