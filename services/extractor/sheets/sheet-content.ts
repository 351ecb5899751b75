/** What a sheet of any spreadsheet format holds before it is cut into tables. */
import type { TableCell } from '../../../schemas/document.ts';

/** Rows and columns from 0, both ends included. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A row's filled cells; cells and columns side by side, since sheets have them by the million. */
export interface SheetRow {
  /** From 0. */
  row: number;
  /** From 0, ascending. Rows with the same may share them, so none is changed. */
  columns: number[];
  /** None empty; they become the cells of a table. One may stand in many places, so none is changed. */
  cells: TableCell[];
  /** Whether all of them are words rather than numbers, dates, truth values or errors. */
  words: boolean;
}

export interface SheetContent {
  /** From top to bottom, none empty. */
  rows: SheetRow[];
  merges: Range[];
  /** Lines of what is printed around each page. */
  furniture: readonly string[];
}

/** Whether two rows have their cells in the same columns, as most rows of a table have. */
export function isSame(some: readonly number[], others: readonly number[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
