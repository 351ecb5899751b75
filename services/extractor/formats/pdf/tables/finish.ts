/** Turns a draft into the table that is handed on: text, spans, header flags, and which text it used up. */

import type { TableCell } from '../../../../../schemas/document.ts';
import type { Rectangle } from '../page.ts';
import { columnsOf, type Draft, type DraftCell, regionOf, rowsOf, type TableKind } from './draft.ts';
import { cellText } from './text.ts';
import type { Word } from './words.ts';

/** Characters `from` to `to` of the item at `item` in `page.items`. */
export interface Piece {
  item: number;
  from: number;
  to: number;
}

export interface FoundTable {
  kind: TableKind;
  region: Rectangle;
  rows: TableCell[][];
  /** Column edges from left to right: tables continue on the next page where these agree. */
  columns: number[];
  headerRows: number;
  /** The text that stands in the cells; the rest of an item that is named here stays outside. */
  pieces: Piece[];
  /** Sum of the weighed evidence; higher is surer. */
  score: number;
}

export function finishTable(draft: Draft, headerRows: number, score: number): FoundTable {
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
    pieces: toPieces(words),
    score,
  };
}

function toCell({ row, rowspan, colspan, words }: DraftCell, headerRows: number): TableCell {
  return { text: cellText(words), colspan, rowspan, header: row < headerRows };
}

/** Words of one item that follow each other become one piece. */
function toPieces(words: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { item, from, to } of [...words].sort((a, b) => a.item - b.item || a.from - b.from)) {
    const last = pieces.at(-1);
    if (last && last.item === item && from - last.to <= 1) last.to = to;
    else pieces.push({ item, from, to });
  }
  return pieces;
}
