/** Weighs what speaks for and against a table: a sum of small reasons instead of one hard test. */
import { columnsOf, type Draft, rowsOf } from './draft.ts';
import { isNumeric } from './values.ts';

export interface Traits {
  columns: number;
  rows: number;
  /** Share of grid positions with text. */
  fill: number;
  /** Share of filled cells below the first row that hold a number. */
  numeric: number;
  wordsPerCell: number;
  /** Share of rows whose first column holds text. */
  labelled: number;
}

export function traitsOf(draft: Draft): Traits {
  const filled = draft.cells.filter(cell => cell.words.length > 0);
  const values = filled.filter(cell => cell.row > 0);
  const [rows, columns] = [rowsOf(draft), columnsOf(draft)];
  const labelled = new Set(
    filled
      .filter(cell => cell.column === 0)
      .flatMap(cell => Array.from({ length: cell.rowspan }, (_, i) => cell.row + i)),
  );
  return {
    columns,
    rows,
    fill: filled.reduce((sum, cell) => sum + cell.rowspan * cell.colspan, 0) / Math.max(1, rows * columns),
    numeric: values.filter(cell => isNumeric(cell.words)).length / Math.max(1, values.length),
    wordsPerCell: filled.reduce((sum, cell) => sum + cell.words.length, 0) / Math.max(1, filled.length),
    labelled: labelled.size / Math.max(1, rows),
  };
}
