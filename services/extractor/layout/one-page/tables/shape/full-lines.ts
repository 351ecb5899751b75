/** Counts the lines of a row that fill most of its columns: if there are several, each is a row. */
import type { TableLine } from './table-lines.ts';

/** A line that fills this share of the columns is a row of its own. */
const FULL_LINE_SHARE = 0.6;

/** Returns the number of lines that fill most of the columns filled by any of them. */
export function fullLines(lines: readonly TableLine[]): number {
  const columns = new Set(lines.flatMap(line => line.slots.map(slot => slot.column))).size;
  return lines.filter(line => line.slots.length >= Math.max(2, FULL_LINE_SHARE * columns)).length;
}
