/** Builds a table from rows and cells as WordprocessingML gives them (ECMA-376 part 1, 17.4). */
import type { PageNumber, Table, TableCell } from '../../../../schemas/document.ts';
import type { FlowItem } from '../../ooxml/flow.ts';
import { markHeadByLook } from './head-row.ts';

/** Columns a cell may span; Word itself knows 63 columns (17.4.17), and grids grow with this number. */
export const SPAN_MAX = 256;

export interface CellProperties {
  columns: number;
  /** `continue`: goes on with the cell above. */
  merge: 'none' | 'restart' | 'continue';
  /** The legacy horizontal merge: goes on with the cell to the left. */
  joinsLeft: boolean;
}

interface PlacedCell {
  cell: TableCell;
  column: number;
}

/** One `w:tbl` while it is read. */
export class TableDraft {
  /** From the table style and its look: the first row stands out. */
  firstRowStands = false;
  private readonly page: PageNumber;
  private readonly rows: PlacedCell[][] = [];
  private readonly bold = new Set<TableCell>();
  /** Cells that a `continue` below may prolong, by column. */
  private above = new Map<number, TableCell>();
  private row: PlacedCell[] = [];
  private column = 0;
  private width = 0;
  private rowHeader = false;
  private rowDeleted = false;
  private headersEnded = false;
  /** What the cells hold, while no row has more than one: such a table may only frame a part of the document. */
  private framed: FlowItem[] | null = [];
  cell: CellProperties = plainCell();

  constructor(page: PageNumber) {
    this.page = page;
  }

  beginRow(): void {
    this.row = [];
    this.column = 0;
    this.rowHeader = false;
    this.rowDeleted = false;
  }

  /** Grid columns left free before the row's first cell. */
  skipColumns(count: number): void {
    this.column += clampSpan(count);
  }

  markHeader(): void {
    this.rowHeader = true;
  }

  markDeleted(): void {
    this.rowDeleted = true;
  }

  beginCell(): void {
    this.cell = plainCell();
  }

  /** Ends the current cell. Its text counts only where it begins a cell of its own. `bold`: all of it is. */
  endCell(text: string, properties: CellProperties, bold: boolean, story: readonly FlowItem[]): void {
    if (this.rowDeleted) return;
    if (this.row.length > 0) this.framed = null;
    if (this.framed !== null) for (const item of story) this.framed.push(item);
    const columns = Math.max(1, clampSpan(properties.columns));
    const left = this.row.at(-1);
    const upper = this.above.get(this.column);
    if (properties.joinsLeft && left !== undefined) {
      left.cell.colspan += columns;
      left.cell.text = joinText(left.cell.text, text);
    } else if (properties.merge === 'continue' && upper !== undefined) {
      upper.rowspan++;
      upper.text = joinText(upper.text, text);
      this.row.push({ cell: upper, column: this.column });
    } else {
      const cell: TableCell = { text, colspan: columns, rowspan: 1, header: false };
      this.row.push({ cell, column: this.column });
      if (bold) this.bold.add(cell);
    }
    this.column += columns;
  }

  endRow(): void {
    if (this.rowDeleted) return;
    const first = this.rows.length === 0;
    this.above = new Map(this.row.map(({ cell, column }) => [column, cell]));
    const header = !this.headersEnded && (this.rowHeader || (first && this.firstRowStands));
    // Only rows at the top can be header rows (17.4.49).
    if (!this.rowHeader) this.headersEnded = true;
    const known = new Set(this.rows.at(-1)?.map(({ cell }) => cell));
    for (const { cell } of this.row) if (header && !known.has(cell)) cell.header = true;
    this.rows.push(this.row);
    this.width = Math.max(this.width, this.column);
  }

  /** Positions of the grid: what the table costs wherever it is shown, however few its cells are. */
  get positions(): number {
    return this.rows.length * this.width;
  }

  /** What stands in a frame of one column, if it is more than a note: a part of the document with its own structure. */
  get framedPart(): readonly FlowItem[] | null {
    const { framed } = this;
    if (framed === null || this.rows.length === 0) return null;
    const characters = framed.reduce((sum, item) => sum + ('text' in item ? item.text.length : 0), 0);
    const isPart = framed.some(({ kind }) => STRUCTURED.has(kind)) || characters > NOTE_CHARACTERS;
    return isPart ? framed : null;
  }

  /** The table, or null where no row is left or nothing is in it. */
  finish(): Table | null {
    if (this.rows.flat().every(({ cell }) => cell.text === '')) return null;
    const written = new Set<TableCell>();
    const rows = this.rows.map(row => this.finishRow(row, written));
    markHeadByLook(rows, this.bold);
    return { kind: 'table', rows, page: this.page };
  }

  /** Positions that no cell covers get an empty one, so that what follows stays in its column. */
  private finishRow(row: PlacedCell[], written: Set<TableCell>): TableCell[] {
    const cells: TableCell[] = [];
    let at = 0;
    for (const { cell, column } of row) {
      for (; at < column; at++) cells.push({ text: '', colspan: 1, rowspan: 1, header: cell.header });
      at = column + cell.colspan;
      if (written.has(cell)) continue;
      written.add(cell);
      cells.push(cell);
    }
    return cells;
  }
}

const STRUCTURED: ReadonlySet<string> = new Set(['heading', 'numbered', 'list', 'table', 'code']);
/** A frame around more than this is no remark set apart but the document itself. */
const NOTE_CHARACTERS = 1_500;

const plainCell = (): CellProperties => ({ columns: 1, merge: 'none', joinsLeft: false });

const clampSpan = (count: number): number => (count >= 1 ? Math.min(Math.floor(count), SPAN_MAX) : 0);

const joinText = (first: string, second: string): string =>
  first === '' || second === '' ? first + second : `${first}\n${second}`;
