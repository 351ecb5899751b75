/** Lines to be filled in, one below the other, look like a table of one column; the labels at their left say what they are. */

import type { PageContent } from '../../page/content.ts';
import { FIELDS } from '../../page/line-thresholds.ts';
import type { FoundTable } from '../../page/table.ts';

/** Whether most rows of a table of one column stand behind labels that end in a colon. */
export function isFilledIn({ rows, region, pieces }: FoundTable, { items }: PageContent): boolean {
  if (rows.some(cells => cells.filter(cell => cell.text !== '').length > 1)) return false;
  const labels = items.filter(item => item.text.endsWith(':') && item.left + item.width <= region.left);
  const near = labels.filter(
    item =>
      region.left - (item.left + item.width) < FIELDS.valueGapEm * item.size &&
      pieces.some(piece => {
        const shift = Math.abs((items[piece.item]?.baseline ?? 0) - item.baseline);
        return shift < FIELDS.labelRowEm * item.size;
      }),
  );
  return near.length >= FIELDS.labelsMin && near.length >= FIELDS.labelledShare * rows.length;
}
