/** How many lines of a row tell most of its columns: of several rows each has one. */
import type { TableLine } from './table-lines.ts';

/** A line that fills this share of the columns is a row of its own. */
const FULL_LINE_SHARE = 0.6;

/** Lines that fill most of the columns that any of them fills. */
export function fullLines(lines: readonly TableLine[]): number {
  const columns = new Set(lines.flatMap(line => line.slots.map(slot => slot.column))).size;
  return lines.filter(line => line.slots.length >= Math.max(2, FULL_LINE_SHARE * columns)).length;
}
