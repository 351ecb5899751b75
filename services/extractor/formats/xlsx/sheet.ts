/** Reads the cells of one worksheet (ECMA-376 part 1, 18.3.1): only those that show something, never a grid. */
import { CLOSE, END, MalformedXml, OPEN, type XmlReader } from '../../xml/reader.ts';
import { COLUMNS_MAX, columnOf, type Range, ROWS_MAX, rangeOf } from './reference.ts';
import { readString, unescapeCharacters } from './shared-strings.ts';
import type { Workbook } from './workbook.ts';

export interface SheetCell {
  /** From 0. */
  column: number;
  text: string;
  /** Words rather than a number, date, truth value or error. */
  words: boolean;
}

export interface SheetRow {
  /** From 0. */
  row: number;
  /** From left to right, none empty. */
  cells: SheetCell[];
}

export interface SheetContent {
  /** From top to bottom, none empty. */
  rows: SheetRow[];
  merges: Range[];
}

/** Merged ranges of one sheet; more than any author makes. */
const MERGES = 100_000;

export function readSheet(workbook: Workbook, reader: XmlReader): SheetContent {
  const sheet = new SheetReader(workbook, reader);
  try {
    sheet.read();
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    workbook.package.warn('malformed-part');
  }
  return sheet.content();
}

class SheetReader {
  private readonly workbook: Workbook;
  private readonly reader: XmlReader;
  private readonly rows: SheetRow[] = [];
  private readonly merges: Range[] = [];
  private row: SheetRow = { row: -1, cells: [] };
  private column = -1;

  constructor(workbook: Workbook, reader: XmlReader) {
    this.workbook = workbook;
    this.reader = reader;
  }

  read(): void {
    const { reader } = this;
    for (let token = reader.next(); token !== END; token = reader.next()) {
      if (token === CLOSE) {
        if (reader.name === 's:row') this.endRow();
      } else if (token === OPEN) {
        if (reader.name === 's:c') this.readCell();
        else if (reader.name === 's:row') this.beginRow();
        else if (reader.name === 's:mergeCell') this.readMerge();
      }
    }
  }

  /** Rows in order: files may name them in any, and the same one twice. */
  content(): SheetContent {
    this.endRow();
    if (isSorted(this.rows, one => one.row)) return { rows: this.rows, merges: this.merges };
    return { rows: mergeRows(this.rows), merges: this.merges };
  }

  /** A reference that is missing or impossible is the one after the last. */
  private beginRow(): void {
    const given = Number(this.reader.attribute('r')) - 1;
    const row = given >= 0 && given < ROWS_MAX ? given : this.row.row + 1;
    this.row = { row, cells: [] };
    this.column = -1;
  }

  private endRow(): void {
    const { row, cells } = this.row;
    this.row = { row, cells: [] };
    if (cells.length === 0) return;
    if (!isSorted(cells, cell => cell.column)) cells.sort((a, b) => a.column - b.column);
    this.rows.push({ row, cells });
  }

  private readCell(): void {
    const { reader } = this;
    const type = reader.attribute('t') ?? 'n';
    const style = type === 'n' ? Number(reader.attribute('s') ?? 0) : 0;
    const reference = reader.attribute('r');
    const given = reference === undefined ? -1 : columnOf(reference);
    this.column = given >= 0 ? given : Math.min(this.column + 1, COLUMNS_MAX - 1);
    const text = this.cellText(type, style).trim();
    if (text === '') return;
    const { allowance } = this.workbook.package;
    allowance.spend('cells', 1);
    allowance.spend('textCharacters', text.length);
    this.row.cells.push({
      column: this.column,
      text,
      words: type === 's' || type === 'str' || type === 'inlineStr',
    });
  }

  /** Reads to the cell's end. A formula's text is passed over; its last result stands beside it. */
  private cellText(type: string, style: number): string {
    const { reader } = this;
    const depth = reader.depth;
    let text = '';
    for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
      if (token !== OPEN) continue;
      if (reader.name === 's:v') text = this.valueText(reader.content(), type, style);
      else if (reader.name === 's:is') text = readString(reader);
      else reader.skip();
    }
    return text;
  }

  /** A stored value by the cell's type (18.18.11). */
  private valueText(value: string, type: string, style: number): string {
    switch (type) {
      case 's':
        return this.workbook.strings[Number(value)] ?? '';
      case 'b':
        return value.trim() === '0' ? 'FALSE' : 'TRUE';
      case 'n': {
        const number = value.trim() === '' ? Number.NaN : Number(value);
        return Number.isFinite(number) ? this.workbook.formats.show(number, style) : value;
      }
      default:
        return unescapeCharacters(value);
    }
  }

  private readMerge(): void {
    const range = rangeOf(this.reader.attribute('ref') ?? '');
    if (range !== null && this.merges.length < MERGES) this.merges.push(range);
  }
}

function isSorted<T>(items: readonly T[], key: (item: T) => number): boolean {
  for (let at = 1; at < items.length; at++) {
    if (key(items[at - 1] as T) >= key(items[at] as T)) return false;
  }
  return true;
}

function mergeRows(rows: readonly SheetRow[]): SheetRow[] {
  const byRow = new Map<number, Map<number, SheetCell>>();
  for (const { row, cells } of rows) {
    const known = byRow.get(row) ?? new Map<number, SheetCell>();
    for (const cell of cells) known.set(cell.column, cell);
    byRow.set(row, known);
  }
  return [...byRow]
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => ({ row, cells: [...cells.values()].sort((a, b) => a.column - b.column) }));
}
