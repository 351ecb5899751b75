/** A table as it was found on a page. */
import type { TableCell } from '../../../../schemas/document.ts';
import type { Rectangle } from './content.ts';

export type TableKind = 'ruled' | 'band' | 'unruled';

/** A word that stands in a cell: its place in `page.items`. */
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
  /** The words that stand in the cells. */
  pieces: Piece[];
  /** Sum of the weighed evidence; higher is surer. */
  score: number;
  /** Where its rows stand in a tagged table that goes over pages: from the first to the last, from 0, of all. */
  part?: { first: number; last: number; total: number };
}
