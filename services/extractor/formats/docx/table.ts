/** Builds a table from rows and cells as WordprocessingML gives them (ECMA-376 part 1, 17.4). */
import type { PageNumber, Table, TableCell } from '../../../../schemas/document.ts';
import { TableBuilder } from '../../../../schemas/table-builder.ts';
import type { FlowItem } from '../../story/flow.ts';
import { keepFirstHeadOfAll, markHeadByLook } from './head-row.ts';

/** Most columns a cell may span; Word itself has 63 columns (17.4.17), and grids grow with this number. */
export const SPAN_MAX = 256;

export interface CellProperties {
  columns: number;
  /** `continue`: continues the cell above. */
  merge: 'none' | 'restart' | 'continue';
  /** The legacy horizontal merge: continues the cell to the left. */
  joinsLeft: boolean;
}

/** One `w:tbl` while it is read. */
export class TableDraft {
  /** Whether the first row is set apart by the table style and its look. */
  firstRowStands = false;
  private readonly page: PageNumber;
  private readonly builder = new TableBuilder();
  private readonly bold = new Set<TableCell>();
  private rowHeader = false;
  private rowDeleted = false;
  private headersEnded = false;
  private cellsInRow = 0;
  /** The contents of the cells as long as no row has more than one: such a table may only frame a part of the document. */
  private framed: FlowItem[] | null = [];
  cell: CellProperties = plainCell();
  /** Number of open stories while the current cell's own is the innermost. */
  cellDepth = 0;
  /** Numbers of paragraphs in the current cell that have no text. */
  numbersAlone: string[] = [];

  constructor(page: PageNumber) {
    this.page = page;
  }

  beginRow(): void {
    this.builder.beginRow();
    this.cellsInRow = 0;
    this.rowHeader = false;
    this.rowDeleted = false;
  }

  /** Leaves grid columns free before the row's first cell. */
  skipColumns(count: number): void {
    this.builder.skip(clampSpan(count));
  }

  markHeader(): void {
    this.rowHeader = true;
  }

  markDeleted(): void {
    this.rowDeleted = true;
  }

  beginCell(depth: number): void {
    this.cell = plainCell();
    this.cellDepth = depth;
    this.numbersAlone = [];
  }

  /** Ends the current cell. Its text counts only where it begins a cell of its own. `bold` says that all of it is bold. */
  endCell(text: string, properties: CellProperties, bold: boolean, story: readonly FlowItem[]): void {
    if (this.rowDeleted) return;
    if (this.cellsInRow++ > 0) this.framed = null;
    if (this.framed !== null) for (const item of story) this.framed.push(item);
    const columns = Math.max(1, clampSpan(properties.columns));
    if (properties.joinsLeft && this.builder.joinLeft(text, columns)) return;
    if (properties.merge === 'continue' && this.builder.joinAbove(text, columns)) return;
    const shown = text === '' ? this.numbersAlone.join('\n') : text;
    const cell = this.builder.add(shown, { columns });
    if (bold) this.bold.add(cell);
  }

  endRow(): void {
    if (this.rowDeleted) {
      this.builder.dropRow();
      return;
    }
    const first = this.builder.rowCount === 1;
    const header = !this.headersEnded && (this.rowHeader || (first && this.firstRowStands));
    // Only rows at the top can be header rows (17.4.49).
    if (!this.rowHeader) this.headersEnded = true;
    if (header) for (const cell of this.builder.newCells) cell.header = true;
  }

  get positions(): number {
    return this.builder.positions;
  }

  /**
   * Returns the contents of a frame of one column if they are more than a note: a part of the document with its own
   * structure, or a program in its box; otherwise null.
   */
  framedPart(isProgram: (story: readonly FlowItem[]) => boolean): readonly FlowItem[] | null {
    const { framed } = this;
    if (framed === null || this.builder.rowCount === 0) return null;
    const characters = framed.reduce((sum, item) => sum + ('text' in item ? item.text.length : 0), 0);
    const isPart = framed.some(({ kind }) => STRUCTURED.has(kind)) || characters > NOTE_CHARACTERS;
    return isPart || isProgram(framed) ? framed : null;
  }

  finish(): Table | null {
    const table = this.builder.finish(this.page);
    if (table === null) return null;
    keepFirstHeadOfAll(table.rows);
    markHeadByLook(table.rows, this.bold);
    return table;
  }
}

const STRUCTURED: ReadonlySet<string> = new Set(['heading', 'numbered', 'list', 'table', 'code']);
/** A frame around more characters is no remark set apart but the document itself. */
const NOTE_CHARACTERS = 1_500;

const plainCell = (): CellProperties => ({ columns: 1, merge: 'none', joinsLeft: false });

const clampSpan = (count: number): number => (count >= 1 ? Math.min(Math.floor(count), SPAN_MAX) : 0);
