/**
 * Reads rows and cells of a table as RTF gives them: definitions first, then the cells' text (RTF 1.9.1, "Table
 * Definitions").
 */
import type { Table } from '../../../../schemas/document.ts';
import { TableBuilder } from '../../../../schemas/table-builder.ts';

interface CellDefinition {
  /** Whether it continues the cell at its left, or the one above. */
  joinsLeft: boolean;
  joinsAbove: boolean;
  /** Where it ends, in twips from the left; null where it is not given. */
  right: number | null;
}

interface Row {
  cells: (CellDefinition & { text: string })[];
  isHeader: boolean;
}

/** Edges closer than this are one: programs round them row by row (2 points). */
const SAME_EDGE_TWIPS = 40;
/** Word's rows have at most 63 cells; rows that together have far more edges share no columns. */
const COLUMNS_MAX = 200;

const plain = (): CellDefinition => ({ joinsLeft: false, joinsAbove: false, right: null });

export class TableDraft {
  private readonly rows: Row[] = [];
  private definitions: CellDefinition[] = [];
  private next = plain();
  private isHeader = false;
  private texts: string[] = [];
  /** Whether a row has ended and no other has begun. */
  hasEndedRow = false;

  /** Starts the properties of a row again (`\trowd`). */
  beginDefinitions(): void {
    this.definitions = [];
    this.next = plain();
    this.isHeader = false;
    this.hasEndedRow = false;
  }

  define(word: string, parameter: number | null): void {
    if (word === 'clmrg') this.next.joinsLeft = true;
    else if (word === 'clvmrg') this.next.joinsAbove = true;
    else if (word === 'trhdr') this.isHeader = true;
    else if (word === 'cellx') {
      this.definitions.push({ ...this.next, right: parameter });
      this.next = plain();
    }
  }

  /** Whether cells were read whose row has not ended. */
  get isInRow(): boolean {
    return this.texts.length > 0;
  }

  endCell(text: string): void {
    this.hasEndedRow = false;
    this.texts.push(text);
  }

  /** Ends a row and returns its number of cells. */
  endRow(): number {
    const { texts, definitions, isHeader } = this;
    this.texts = [];
    // LibreOffice ends one cell too many after a row with a table inside.
    while (texts.length > definitions.length && definitions.length > 0 && texts.at(-1) === '') texts.pop();
    const cells = texts.map((text, at) => ({ ...(definitions[at] ?? plain()), text }));
    if (cells.length > 0) this.rows.push({ cells, isHeader });
    this.hasEndedRow = cells.length > 0;
    return cells.length;
  }

  /**
   * Returns the table so far; null for an empty one. `spend` is called with the number of positions that its spans add
   * to its cells.
   */
  finish(spend: (positions: number) => void): Table | null {
    if (this.texts.length > 0) this.endRow();
    const builder = new TableBuilder();
    const edges = sharedEdges(this.rows);
    for (const row of this.rows) addRow(builder, row, edges);
    const cells = this.rows.reduce((sum, row) => sum + row.cells.length, 0);
    spend(Math.max(0, builder.positions - cells));
    return builder.finish(null);
  }
}

/** Adds a row. A cell wider than a column shows it only by its edge, as in files of Word and LibreOffice. */
function addRow(builder: TableBuilder, { cells, isHeader }: Row, edges: readonly number[]): void {
  builder.beginRow();
  let column = 0;
  for (const { text, right, joinsLeft, joinsAbove } of cells) {
    const columns = Math.max(1, columnsUpTo(right, edges) - column);
    column += columns;
    if (joinsLeft && builder.joinLeft(text, columns)) continue;
    if (joinsAbove && builder.joinAbove(text, columns)) continue;
    builder.add(text, { header: isHeader, columns });
  }
}

/** Returns where columns end; empty where all rows have equally many cells, which need no edges to be aligned. */
function sharedEdges(rows: readonly Row[]): number[] {
  const count = rows[0]?.cells.length;
  if (rows.every(({ cells }) => cells.length === count)) return [];
  const given = rows.flatMap(({ cells }) => cells.map(({ right }) => right)).filter(right => right !== null);
  const edges: number[] = [];
  for (const right of [...new Set(given)].sort((one, other) => one - other))
    if (right - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > SAME_EDGE_TWIPS) edges.push(right);
  return edges.length > COLUMNS_MAX ? [] : edges;
}

/** Returns the number of edges up to and including this one; 0 where there is none. */
function columnsUpTo(right: number | null, edges: readonly number[]): number {
  if (right === null) return 0;
  const after = edges.findIndex(edge => edge > right);
  return after === -1 ? edges.length : after;
}
