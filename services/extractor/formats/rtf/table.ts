/** Rows and cells of a table as RTF gives them: definitions first, then the cells' text (RTF 1.9.1, "Table Definitions"). */
import type { Table, TableCell } from '../../../../schemas/document.ts';

interface CellDefinition {
  /** Goes on with the cell to its left, or the one above. */
  joinsLeft: boolean;
  joinsAbove: boolean;
}

const plain = (): CellDefinition => ({ joinsLeft: false, joinsAbove: false });

export class TableDraft {
  private readonly rows: TableCell[][] = [];
  private definitions: CellDefinition[] = [];
  private next = plain();
  private isHeader = false;
  private texts: string[] = [];
  /** Cells by column that the row above begins or goes on with. */
  private above: (TableCell | undefined)[] = [];

  /** `\trowd`: a row's properties begin anew. */
  beginDefinitions(): void {
    this.definitions = [];
    this.next = plain();
    this.isHeader = false;
  }

  define(word: string): void {
    if (word === 'clmrg') this.next.joinsLeft = true;
    else if (word === 'clvmrg') this.next.joinsAbove = true;
    else if (word === 'trhdr') this.isHeader = true;
    else if (word === 'cellx') {
      this.definitions.push(this.next);
      this.next = plain();
    }
  }

  endCell(text: string): void {
    this.texts.push(text);
  }

  /** Answers how many cells the row has. */
  endRow(): number {
    const cells: TableCell[] = [];
    const columns: (TableCell | undefined)[] = [];
    for (const [column, text] of this.texts.entries()) {
      const { joinsLeft, joinsAbove } = this.definitions[column] ?? plain();
      const left = cells.at(-1);
      const upper = this.above[column];
      if (joinsLeft && left !== undefined) {
        left.colspan++;
        columns.push(left);
      } else if (joinsAbove && upper !== undefined) {
        if (columns.at(-1) !== upper) upper.rowspan++;
        columns.push(upper);
      } else {
        const cell: TableCell = { text, colspan: 1, rowspan: 1, header: this.isHeader };
        cells.push(cell);
        columns.push(cell);
      }
    }
    if (this.texts.length > 0) this.rows.push(cells);
    this.above = columns;
    this.texts = [];
    return columns.length;
  }

  /** The table so far; null where nothing is in it. */
  finish(): Table | null {
    if (this.texts.length > 0) this.endRow();
    const isEmpty = this.rows.flat().every(({ text }) => text === '');
    return isEmpty ? null : { kind: 'table', rows: this.rows, page: null };
  }
}
