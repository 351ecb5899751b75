/** Rows and cells of a table as RTF gives them: definitions first, then the cells' text (RTF 1.9.1, "Table Definitions"). */
import type { Table } from '../../../../schemas/document.ts';
import { TableBuilder } from '../../../../schemas/table-builder.ts';

interface CellDefinition {
  /** Goes on with the cell to its left, or the one above. */
  joinsLeft: boolean;
  joinsAbove: boolean;
  /** Where it ends, in twips from the left; null where nobody says it. */
  right: number | null;
}

interface Row {
  cells: (CellDefinition & { text: string })[];
  isHeader: boolean;
}

/** Edges closer than this are one: writers round them, row by row (2 points). */
const SAME_EDGE_TWIPS = 40;
/** Word's rows have 63 cells at most; rows that together have far more edges share no columns. */
const COLUMNS_MAX = 200;

const plain = (): CellDefinition => ({ joinsLeft: false, joinsAbove: false, right: null });

export class TableDraft {
  private readonly rows: Row[] = [];
  private definitions: CellDefinition[] = [];
  private next = plain();
  private isHeader = false;
  private texts: string[] = [];
  /** A row has ended, and no other has begun. */
  hasEndedRow = false;

  /** `\trowd`: a row's properties begin anew. */
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

  /** Cells have been read whose row has not ended. */
  get isInRow(): boolean {
    return this.texts.length > 0;
  }

  endCell(text: string): void {
    this.hasEndedRow = false;
    this.texts.push(text);
  }

  /** Answers how many cells the row has. */
  endRow(): number {
    const { texts, definitions, isHeader } = this;
    this.texts = [];
    // LibreOffice ends a cell too many behind a row with a table inside.
    while (texts.length > definitions.length && definitions.length > 0 && texts.at(-1) === '') texts.pop();
    const cells = texts.map((text, at) => ({ ...(definitions[at] ?? plain()), text }));
    if (cells.length > 0) this.rows.push({ cells, isHeader });
    this.hasEndedRow = cells.length > 0;
    return cells.length;
  }

  /** The table so far; null where nothing is in it. `spend` is told how many positions its spans add to its cells. */
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

/** A cell that is wider than a column says so by its edge alone, as Word and LibreOffice write it. */
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

/** Where columns end; none where all rows have as many cells, and so need no edges to stand below each other. */
function sharedEdges(rows: readonly Row[]): number[] {
  const count = rows[0]?.cells.length;
  if (rows.every(({ cells }) => cells.length === count)) return [];
  const given = rows.flatMap(({ cells }) => cells.map(({ right }) => right)).filter(right => right !== null);
  const edges: number[] = [];
  for (const right of [...new Set(given)].sort((one, other) => one - other))
    if (right - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > SAME_EDGE_TWIPS) edges.push(right);
  return edges.length > COLUMNS_MAX ? [] : edges;
}

/** The number of edges up to this one, itself among them; 0 where it is none. */
function columnsUpTo(right: number | null, edges: readonly number[]): number {
  if (right === null) return 0;
  const after = edges.findIndex(edge => edge > right);
  return after === -1 ? edges.length : after;
}
