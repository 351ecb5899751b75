/** A table as found on a page. */
import type { TableCell } from '../../../../schemas/document.ts';
import type { Rectangle } from './content.ts';

export type TableKind = 'ruled' | 'band' | 'unruled';

/** A word in a cell, given by its index in `page.items`. */
export interface Piece {
  item: number;
}

export interface FoundTable {
  kind: TableKind;
  region: Rectangle;
  rows: TableCell[][];
  /** Column edges from left to right: tables continue on the next page where these agree. */
  columns: number[];
  headerRows: number;
  /** The words in the cells. */
  pieces: Piece[];
  /** Sum of the weighted evidence; higher is surer. */
  score: number;
  /** The position of its rows in a tagged table that extends over pages: first and last index, from 0, and the total. */
  part?: { first: number; last: number; total: number };
}
