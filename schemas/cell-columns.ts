/** Places the cells of a table, which is a list of rows without the positions that spans cover. */
import type { TableCell } from './document.ts';

/**
 * The first column of each cell, from 0, row by row: a cell takes the next columns that no cell of an earlier row
 * extends into (HTML 4.9.12.1).
 */
export function cellColumns(
  rows: readonly (readonly Pick<TableCell, 'colspan' | 'rowspan'>[])[],
): number[][] {
  /** For each column, the first row that no cell above extends into. */
  const freeFrom: number[] = [];
  return rows.map((row, at) => {
    let column = 0;
    return row.map(({ colspan, rowspan }) => {
      while ((freeFrom[column] ?? 0) > at) column++;
      const start = column;
      while (column < start + colspan) freeFrom[column++] = at + rowspan;
      return start;
    });
  });
}
