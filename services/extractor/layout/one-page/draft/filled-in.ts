/** Recognises form fields below each other, which look like a table of one column but have labels at their left. */

import type { PageContent } from '../../page/content.ts';
import type { FoundTable } from '../../page/table.ts';
import { LABEL_ROW_EM, LABELS_MIN, VALUE_GAP_EM } from '../lines/labels.ts';

/** A column is one of field values where at least this share of its rows has a label. */
const LABELLED_SHARE = 0.5;

/** Whether most rows of a one-column table stand behind labels that end in a colon. */
export function isFilledIn({ rows, region, pieces }: FoundTable, { items }: PageContent): boolean {
  if (rows.some(cells => cells.filter(cell => cell.text !== '').length > 1)) return false;
  const labels = items.filter(item => item.text.endsWith(':') && item.left + item.width <= region.left);
  const near = labels.filter(
    item =>
      region.left - (item.left + item.width) < VALUE_GAP_EM * item.size &&
      pieces.some(piece => {
        const shift = Math.abs((items[piece.item]?.baseline ?? 0) - item.baseline);
        return shift < LABEL_ROW_EM * item.size;
      }),
  );
  return near.length >= LABELS_MIN && near.length >= LABELLED_SHARE * rows.length;
}
