/** One row between two rules whose cells hold texts of different height, each set in the middle of the row's. */

import { around, median, middleY } from '../../../page/geometry.ts';
import type { TableLine } from '../shape/table-lines.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';

/** The middles of its texts agree within this. */
const MIDDLE_EM = 0.35;

/** Whether each column holds one text, of more lines here than there, and all of them have their middle at one height. */
export function isCentredRow(lines: readonly TableLine[]): boolean {
  if (lines.some(({ slots }) => slots.some(slot => slot.colspan > 1))) return false;
  const slots = lines.flatMap(line => line.slots.map(slot => ({ ...slot, baseline: line.baseline })));
  const size = median(lines.map(line => line.size));
  const columns = [...Map.groupBy(slots, slot => slot.column).values()];
  const isOneText = columns.every(column =>
    column.every(
      (slot, i) => slot.baseline - (column[i - 1]?.baseline ?? slot.baseline) <= WRAP_PITCH_EM * size,
    ),
  );
  const middles = columns.map(column => middleY(around(column.flatMap(slot => slot.words))));
  const counts = columns.map(column => column.length);
  return (
    columns.length > 1 &&
    Math.min(...counts) < Math.max(...counts) &&
    isOneText &&
    Math.max(...middles) - Math.min(...middles) <= MIDDLE_EM * size
  );
}
