/** Recognises a row between two rules whose cells contain texts of different height, each centred vertically. */

import { around, median, middleY } from '../../../page/geometry.ts';
import { startsSmall } from '../../../text/scripts.ts';
import type { TableLine } from '../shape/table-lines.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';

/** Lines that continue with a small letter are one text up to double spacing, as fpdf2 sets cells. */
const DOUBLE_SPACED_EM = 2.1;
/** The middles of its texts agree within this. */
const MIDDLE_EM = 0.35;

/** Whether each column contains one text, with different numbers of lines, all with their middle at one height. */
export function isCentredRow(lines: readonly TableLine[]): boolean {
  if (lines.some(({ slots }) => slots.some(slot => slot.colspan > 1))) return false;
  const slots = lines.flatMap(line => line.slots.map(slot => ({ ...slot, baseline: line.baseline })));
  const size = median(lines.map(line => line.size));
  const columns = [...Map.groupBy(slots, slot => slot.column).values()];
  const isOneText = columns.every(column =>
    column.every(({ baseline, words }, i) => {
      const goesOn = startsSmall(words[0]?.text ?? '');
      const step = baseline - (column[i - 1]?.baseline ?? baseline);
      return step <= (goesOn ? DOUBLE_SPACED_EM : WRAP_PITCH_EM) * size;
    }),
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
