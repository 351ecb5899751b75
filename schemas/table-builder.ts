/**
 * Builds a table from rows as they come. Formats say which cells are in a row and which continue from the left or from
 * above; this class handles spans, positions without a cell, and tables without text.
 */
import type { PageNumber, Table, TableCell } from './document.ts';

interface PlacedCell {
  cell: TableCell;
  column: number;
  /** True if the cell began in this row; otherwise it continues from the row above. */
  isNew: boolean;
}

export interface CellSpan {
  /** Columns covered, at least 1. */
  columns?: number;
  /** Rows covered, at least 1; a span that reaches below the last row is cut. */
  rows?: number;
  header?: boolean;
}

export class TableBuilder {
  private readonly rows: PlacedCell[][] = [];
  private row: PlacedCell[] = [];
  private column = 0;
  private width = 0;
  private hanging = 0;
  /** Index in the row above from which the search for the cell above the current column starts. */
  private upperAt = 0;

  /** Begins a row, and ends the one before. */
  beginRow(): void {
    this.row = [];
    this.rows.push(this.row);
    this.column = 0;
    this.upperAt = 0;
  }

  /** Removes the row that was begun. */
  dropRow(): void {
    this.rows.pop();
    this.row = this.rows.at(-1) ?? [];
  }

  /** Leaves columns free. */
  skip(columns: number): void {
    this.advance(columns);
  }

  add(text: string, { columns = 1, rows = 1, header = false }: CellSpan = {}): TableCell {
    const cell: TableCell = { text, colspan: columns, rowspan: rows, header };
    this.hanging += columns * (rows - 1);
    this.place({ cell, column: this.column, isNew: true }, columns);
    return cell;
  }

  /** Extends the cell to the left over the next columns; false if there is none. */
  joinLeft(text: string, columns = 1): boolean {
    const left = this.row.at(-1);
    if (left === undefined) return false;
    // A cell from above already has its width.
    if (left.isNew) left.cell.colspan += columns;
    left.cell.text = joined(left.cell.text, text);
    this.advance(columns);
    return true;
  }

  /** Extends the cell above over these columns of this row; false if there is none. */
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

  /** Positions of the grid: what the table costs wherever it is shown, however few cells it has. */
  get positions(): number {
    return this.rows.length * this.width + this.hanging;
  }

  /**
   * The table, or null if it is empty, because it is layout without lines. `isDrawn`: an empty table with lines is a
   * form to fill in, and is kept.
   */
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

/** Gives positions that no cell covers an empty cell, so that the cells after it stay in their column. */
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
