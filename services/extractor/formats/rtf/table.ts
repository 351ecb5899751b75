/** Rows and cells of a table as RTF gives them: definitions first, then the cells' text (RTF 1.9.1, "Table Definitions"). */
import type { Table } from '../../../../schemas/document.ts';
import { TableBuilder } from '../../../../schemas/table-builder.ts';

interface CellDefinition {
  /** Goes on with the cell to its left, or the one above. */
  joinsLeft: boolean;
  joinsAbove: boolean;
}

const plain = (): CellDefinition => ({ joinsLeft: false, joinsAbove: false });

export class TableDraft {
  private readonly builder = new TableBuilder();
  private definitions: CellDefinition[] = [];
  private next = plain();
  private isHeader = false;
  private texts: string[] = [];

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

  /** Cells have been read whose row has not ended. */
  get isInRow(): boolean {
    return this.texts.length > 0;
  }

  endCell(text: string): void {
    this.texts.push(text);
  }

  /** Answers how many cells the row has. */
  endRow(): number {
    const { texts, builder } = this;
    this.texts = [];
    if (texts.length > 0) builder.beginRow();
    for (const [column, text] of texts.entries()) {
      const { joinsLeft, joinsAbove } = this.definitions[column] ?? plain();
      if (joinsLeft && builder.joinLeft(text)) continue;
      if (joinsAbove && builder.joinAbove(text)) continue;
      builder.add(text, { header: this.isHeader });
    }
    return texts.length;
  }

  /** The table so far; null where nothing is in it. */
  finish(): Table | null {
    if (this.texts.length > 0) this.endRow();
    return this.builder.finish(null);
  }
}
