/**
 * A table while its rows come. Formats say which cells stand in a row and which go on from the left or from above; spans,
 * positions without a cell and tables without text are seen to here.
 */
import type { PageNumber, Table, TableCell } from './document.ts';

interface PlacedCell {
  cell: TableCell;
  column: number;
  /** Began in this row; otherwise it goes on from the row above. */
  isNew: boolean;
}

export interface CellSpan {
  /** Columns covered, at least 1. */
  columns?: number;
  /** Rows covered, at least 1; what reaches below the last row is cut. */
  rows?: number;
  header?: boolean;
}

export class TableBuilder {
  private readonly rows: PlacedCell[][] = [];
  private row: PlacedCell[] = [];
  private column = 0;
  private width = 0;
  private hanging = 0;
  /** Place in the row above from which the cell above the current column is looked for. */
  private upperAt = 0;

  /** Ends the row before, if there is one. */
  beginRow(): void {
    this.row = [];
    this.rows.push(this.row);
    this.column = 0;
    this.upperAt = 0;
  }

  /** Takes the row that has begun away again. */
  dropRow(): void {
    this.rows.pop();
    this.row = this.rows.at(-1) ?? [];
  }

  /** Columns left free. */
  skip(columns: number): void {
    this.advance(columns);
  }

  add(text: string, { columns = 1, rows = 1, header = false }: CellSpan = {}): TableCell {
    const cell: TableCell = { text, colspan: columns, rowspan: rows, header };
    this.hanging += columns * (rows - 1);
    this.place({ cell, column: this.column, isNew: true }, columns);
    return cell;
  }

  /** The cell to the left covers the next columns, too; false where there is none. */
  joinLeft(text: string, columns = 1): boolean {
    const left = this.row.at(-1);
    if (left === undefined) return false;
    // One that comes from above has its width already.
    if (left.isNew) left.cell.colspan += columns;
    left.cell.text = joined(left.cell.text, text);
    this.advance(columns);
    return true;
  }

  /** The cell above covers these columns of this row, too; false where there is none. */
  joinAbove(text: string, columns = 1): boolean {
    const upper = this.cellAbove();
    if (upper === undefined) return false;
    if (this.row.at(-1)?.cell !== upper) upper.rowspan++;
    upper.text = joined(upper.text, text);
    this.place({ cell: upper, column: this.column, isNew: false }, columns);
    return true;
  }

  /** The cells that began in the current row. */
  get newCells(): TableCell[] {
    return this.row.filter(({ isNew }) => isNew).map(({ cell }) => cell);
  }

  get rowCount(): number {
    return this.rows.length;
  }

  /** Positions of the grid: what the table costs wherever it is shown, however few its cells are. */
  get positions(): number {
    return this.rows.length * this.width + this.hanging;
  }

  /** The table, or null where nothing is in it: layout, drawn without lines. `isDrawn`: one without text is a grid to fill in. */
  finish(page: PageNumber, isDrawn = false): Table | null {
    const isEmpty = this.rows.flat().every(({ cell }) => cell.text === '');
    if (this.rows.length === 0 || (isEmpty && !isDrawn)) return null;
    const written = new Set<TableCell>();
    const rows = this.rows.map((row, at) => {
      const cells = finishRow(row, written);
      for (const cell of cells) cell.rowspan = Math.min(cell.rowspan, this.rows.length - at);
      return cells;
    });
    return { kind: 'table', rows, page };
  }

  private place(cell: PlacedCell, columns: number): void {
    this.row.push(cell);
    this.advance(columns);
  }

  private advance(columns: number): void {
    this.column += columns;
    this.width = Math.max(this.width, this.column);
  }

  private cellAbove(): TableCell | undefined {
    const above = this.rows.at(-2) ?? [];
    const endOf = ({ cell, column }: PlacedCell) => column + cell.colspan;
    for (let upper = above[this.upperAt]; upper !== undefined; upper = above[++this.upperAt])
      if (endOf(upper) > this.column) return upper.column <= this.column ? upper.cell : undefined;
    return undefined;
  }
}

/** Positions that no cell covers get an empty one, so that what follows stays in its column. */
function finishRow(row: readonly PlacedCell[], written: Set<TableCell>): TableCell[] {
  const cells: TableCell[] = [];
  let at = 0;
  for (const { cell, column } of row) {
    for (; at < column; at++) cells.push({ text: '', colspan: 1, rowspan: 1, header: cell.header });
    at = Math.max(at, column + cell.colspan);
    if (written.has(cell)) continue;
    written.add(cell);
    cells.push(cell);
  }
  return cells;
}

const joined = (first: string, second: string): string =>
  first === '' || second === '' ? first + second : `${first}\n${second}`;
