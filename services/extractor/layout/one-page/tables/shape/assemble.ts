/** Builds a draft from rows of lines: one cell for each text, and unit cells where there is none. */
import type { TableKind } from '../../../page/table.ts';
import { type Draft, type DraftCell, isFilled } from './draft.ts';
import type { Slot, TableLine } from './table-lines.ts';

export interface LineTable {
  kind: TableKind;
  xs: number[];
  /** Rows of the head, then of the body; each row has one or several lines. */
  head: TableLine[][];
  body: TableLine[][];
  top: number;
  bottom: number;
}

export function assemble(table: LineTable): Draft {
  const rows = [...table.head, ...table.body];
  const cells = rows.flatMap((lines, row) => rowCells(lines, row, table.xs.length - 1));
  const draft = { kind: table.kind, xs: table.xs, ys: rowEdges(rows, table.top, table.bottom), cells };
  return { ...draft, cells: spanHeadRows(cells, table.head.length, table.xs.length - 1) };
}

function rowCells(lines: readonly TableLine[], row: number, columns: number): DraftCell[] {
  const cells: DraftCell[] = [];
  const slots = lines.flatMap(line => line.slots);
  const owner = new Array<DraftCell | undefined>(columns).fill(undefined);
  for (const slot of slots.sort((a, b) => a.colspan - b.colspan)) {
    const cell = owner[slot.column] ?? startCell(slot, row, owner, cells);
    cell.words.push(...slot.words);
  }
  for (let column = 0; column < columns; column += 1) {
    if (!owner[column]) cells.push({ row, column, rowspan: 1, colspan: 1, words: [] });
  }
  return cells;
}

/** Starts the cell of a text. If the text crosses columns that other lines of its row use, it covers only the free ones. */
function startCell(slot: Slot, row: number, owner: (DraftCell | undefined)[], cells: DraftCell[]): DraftCell {
  let colspan = 1;
  while (colspan < slot.colspan && !owner[slot.column + colspan]) colspan += 1;
  const cell: DraftCell = { row, column: slot.column, rowspan: 1, colspan, words: [] };
  owner.fill(cell, slot.column, slot.column + colspan);
  cells.push(cell);
  return cell;
}

/** Extends labels over a head of several rows: a column with only one text there has it over the whole height of the head. */
function spanHeadRows(cells: DraftCell[], headRows: number, columns: number): DraftCell[] {
  if (headRows < 2) return cells;
  const dropped = new Set<DraftCell>();
  for (let column = 0; column < columns; column += 1) {
    const stack = cells.filter(
      cell => cell.row < headRows && cell.column <= column && column < cell.column + cell.colspan,
    );
    const filled = stack.filter(isFilled);
    const [only] = filled;
    if (filled.length !== 1 || !only || stack.some(cell => cell.colspan > 1)) continue;
    for (const cell of stack) if (cell !== only) dropped.add(cell);
    only.row = 0;
    only.rowspan = headRows;
  }
  return cells.filter(cell => !dropped.has(cell));
}

function rowEdges(rows: readonly TableLine[][], top: number, bottom: number): number[] {
  const edges = [top];
  for (let row = 1; row < rows.length; row += 1) {
    const above = Math.max(...(rows[row - 1] ?? []).map(line => line.bottom));
    const below = Math.min(...(rows[row] ?? []).map(line => line.top));
    edges.push((above + below) / 2);
  }
  return [...edges, bottom];
}
