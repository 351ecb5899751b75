/** The content of a sheet of any spreadsheet format before it is divided into tables. */
import type { TableCell } from '../../../schemas/document.ts';

/** Rows and columns from 0, both ends included. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A row's filled cells. Cells and columns are parallel arrays, since sheets have cells by the million. */
export interface SheetRow {
  /** From 0. */
  row: number;
  /** From 0, ascending. Rows with equal columns may share them, so they must not be changed. */
  columns: number[];
  /** Never empty; they become the cells of a table. A cell may be in many places, so cells must not be changed. */
  cells: TableCell[];
  /** Whether all of them are words rather than numbers, dates, truth values or errors. */
  words: boolean;
}

export interface SheetContent {
  /** From top to bottom, never empty. */
  rows: SheetRow[];
  merges: Range[];
  /** Lines printed around each page. */
  furniture: readonly string[];
}

/** Whether two rows have their cells in the same columns, as most rows of a table do. */
export function isSame(some: readonly number[], others: readonly number[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
