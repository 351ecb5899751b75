/** The head of a table: wrapped labels are one row, labels over several columns are a row of their own. */
import type { TableLine } from './table-lines.ts';

export function mergeHead(lines: readonly TableLine[]): TableLine[][] {
  const rows: TableLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && isSpanning(row[0]) === isSpanning(line)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

function isSpanning(line: TableLine | undefined): boolean {
  return line?.slots.some(slot => slot.colspan > 1) ?? false;
}
