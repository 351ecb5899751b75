/** Turns a draft into the table that is handed on: text, spans, header flags, and which text it used up. */

import type { TableCell } from '../../../../../schemas/document.ts';
import type { Rectangle } from '../page.ts';
import { columnsOf, type Draft, type DraftCell, regionOf, rowsOf, type TableKind } from './draft.ts';
import { spanGroupLabels } from './group-labels.ts';
import { cellText } from './text.ts';

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

export function finishTable(found: Draft, headerRows: number, score: number): FoundTable {
  const draft = found.kind === 'ruled' ? found : spanGroupLabels(found);
  const rows: TableCell[][] = Array.from({ length: rowsOf(draft) }, () => []);
  for (const cell of [...draft.cells].sort((a, b) => a.row - b.row || a.column - b.column)) {
    rows[cell.row]?.push(toCell(cell, headerRows));
  }
  const words = draft.cells.flatMap(cell => cell.words);
  return {
    kind: draft.kind,
    region: regionOf(draft),
    rows,
    columns: draft.xs.slice(0, columnsOf(draft) + 1),
    headerRows,
    pieces: words.map(({ item }) => ({ item })).sort((a, b) => a.item - b.item),
    score,
  };
}

function toCell({ row, rowspan, colspan, words }: DraftCell, headerRows: number): TableCell {
  return { text: cellText(words), colspan, rowspan, header: row < headerRows };
}
