/** Reads the cells of one worksheet (ECMA-376 part 1, 18.3.1): only those that show something, never a grid. */
import type { TableCell } from '../../../../schemas/document.ts';
import { isoText } from '../../sheets/iso-text.ts';
import { isSame, type Range, type SheetContent, type SheetRow } from '../../sheets/sheet-content.ts';
import { CLOSE, END, MalformedXml, OPEN, type XmlReader } from '../../xml/reader.ts';
import { shownInCell } from './cell-images.ts';
import { PlainCells } from './plain-cells.ts';
import { PrintFurniture } from './print-furniture.ts';
import { COLUMNS_MAX, columnOf, ROWS_MAX, rangeOf } from './reference.ts';
import { SharedFormulas } from './shared-formulas.ts';
import { readString, unescapeCharacters } from './shared-strings.ts';
import type { Workbook } from './workbook.ts';

/** Most merged ranges of one sheet; more than any author makes. */
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

/** Elements for how a sheet is displayed and filled in, which often have many children. */
const LOOKS = new Set([
  's:sheetPr',
  's:sheetViews',
  's:cols',
  's:conditionalFormatting',
  's:dataValidations',
  's:phoneticPr',
  's:hyperlinks',
  's:extLst',
]);

class SheetReader {
  private readonly workbook: Workbook;
  private readonly reader: XmlReader;
  private readonly rows: SheetRow[] = [];
  private readonly merges: Range[] = [];
  private readonly furniture = new PrintFurniture();
  private readonly formulas = new SharedFormulas();
  private row: SheetRow = emptyRow(-1);
  private column = -1;
  /** Columns of the row before: most rows have the same, and share them. */
  private columns: number[] = [];
  /** Number of characters of the row's cells. */
  private characters = 0;
  /** The reader for the rows' usual form, from the first row on. */
  private plainCells: PlainCells | undefined;

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
        if (reader.name === 's:row') {
          this.beginRow(Number(reader.attribute('r')));
          this.readPlainCells();
        } else if (reader.name === 's:c') {
          this.readCell();
          this.readPlainCells();
        } else if (reader.name === 's:mergeCell') this.readMerge();
        else if (LOOKS.has(reader.name)) reader.skip();
        else this.furniture.read(reader);
      }
    }
  }

  /** Returns rows in order: files may contain them in any order, and the same one twice. */
  content(): SheetContent {
    this.endRow();
    const { rows, merges } = this;
    const furniture = this.furniture.lines;
    if (isAscending(rows.map(one => one.row))) return { rows, merges, furniture };
    const sameRow = Map.groupBy(rows, one => one.row);
    const ordered = [...sameRow.keys()].sort((a, b) => a - b);
    return { rows: ordered.map(row => mergeRows(sameRow.get(row) ?? [])), merges, furniture };
  }

  /** Begins a row. `number` counts from 1; a missing or impossible one is taken as the one after the last. */
  private beginRow(number: number): void {
    const given = number - 1;
    const row = given >= 0 && given < ROWS_MAX ? given : this.row.row + 1;
    this.row = emptyRow(row);
    this.column = -1;
  }

  private endRow(): void {
    const ended = this.row;
    this.row = emptyRow(ended.row);
    if (ended.cells.length === 0) return;
    const { allowance } = this.workbook.package;
    allowance.spend('cells', ended.cells.length);
    allowance.spend('textCharacters', this.characters);
    this.characters = 0;
    if (isSame(ended.columns, this.columns)) ended.columns = this.columns;
    else if (isAscending(ended.columns)) this.columns = ended.columns;
    this.rows.push(ended.columns === this.columns ? ended : mergeRows([ended]));
  }

  /** Reads cells of this row and the following ones, up to one that is written in another form. */
  private readPlainCells(): void {
    const { reader } = this;
    if (reader.contentAt < 0) return;
    this.plainCells ??= new PlainCells(reader.source, reader.rawName);
    const plain = this.plainCells;
    for (;;) {
      const read = plain.read(reader.contentAt);
      if (read === 'nothing') {
        if (this.readPlainRow(plain)) continue;
        return;
      }
      this.column = plain.column;
      if (read === 'opening' || (read === 'value' && !this.isShown(plain))) {
        // White space may come first.
        while (reader.next() !== OPEN);
        this.readContent(plain.type, plain.style);
      } else {
        reader.pass(plain.end, read === 'empty' ? 1 : plain.isCalculated ? 3 : 2);
        if (read === 'value') this.readValue(plain);
      }
    }
  }

  /** Ends the row and begins the next one; returns false and does nothing where they are separated in another form. */
  private readPlainRow(plain: PlainCells): boolean {
    const { reader } = this;
    if (reader.rawName !== plain.row || reader.declares) return false;
    const row = plain.readRow(reader.contentAt);
    if (row === 0) return false;
    this.endRow();
    reader.pass(plain.end, 1);
    this.beginRow(row);
    return true;
  }

  /** Whether the cell shows the value: where a formula has no result, it shows the formula. */
  private isShown({ isCalculated, type, valueStart, valueEnd }: PlainCells): boolean {
    if (!isCalculated) return true;
    return hasResult(this.reader.textBetween(valueStart, valueEnd), type, this.workbook);
  }

  private readValue({ type, style, valueStart, valueEnd }: PlainCells): void {
    const value = this.reader.textBetween(valueStart, valueEnd);
    if (type === 's') this.addShared(Number(value));
    else this.addText(this.valueText(value, type, style), type);
  }

  private readCell(): void {
    const { reader } = this;
    const reference = reader.attribute('r');
    const given = reference === undefined ? -1 : columnOf(reference);
    this.column = given >= 0 ? given : Math.min(this.column + 1, COLUMNS_MAX - 1);
    this.readContent(reader.attribute('t') ?? 'n', Number(reader.attribute('s') ?? '0'));
  }

  /** Reads the content of the cell just opened. */
  private readContent(type: string, style: number): void {
    // Programs without support for rich values show an error.
    const rich = type === 'e' ? this.workbook.richValues.shownBy(this.reader.attribute('vm')) : undefined;
    const text = this.cellText(type, style);
    if (rich === undefined) this.addText(text, type);
    else if (rich.trim() !== '') this.add(cellOf(rich.trim()));
  }

  private addText(text: string, type: string): void {
    const shown = text.trim();
    if (shown === '') return;
    this.add(cellOf(shown));
    if (type === 'n' || type === 'b' || type === 'e' || type === 'd') this.row.words = false;
  }

  private addShared(index: number): void {
    const { strings, cells } = this.workbook;
    const text = strings[index];
    if (text === undefined) return;
    cells[index] ??= cellOf(text.trim());
    if (cells[index].text !== '') this.add(cells[index]);
  }

  private add(cell: TableCell): void {
    this.characters += cell.text.length;
    this.row.columns.push(this.column);
    this.row.cells.push(cell);
  }

  /** Reads to the cell's end. A formula is shown by its last result, or by itself where none is stored. */
  private cellText(type: string, style: number): string {
    const { reader, workbook } = this;
    const depth = reader.depth;
    let text: string | undefined;
    /** What stands in place of the result without being one. */
    let placeholder = '';
    let formula: (() => string) | undefined;
    for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
      if (token !== OPEN) continue;
      if (reader.name === 's:v') {
        const value = reader.content();
        if (formula === undefined || hasResult(value, type, workbook))
          text = this.valueText(value, type, style);
        else placeholder = value.trim();
      } else if (reader.name === 's:is') text = readString(reader);
      else if (reader.name === 's:f')
        formula = this.formulas.read(reader, { row: this.row.row, column: this.column });
      else reader.skip();
    }
    if (text !== undefined) return text;
    const told = formula?.() ?? '';
    if (told === '') return placeholder;
    workbook.package.warn('formula-without-result');
    return `=${told.replace(NEWER_FUNCTION, '')}`;
  }

  /** Returns a stored value as text, by the cell's type (18.18.11). */
  private valueText(value: string, type: string, style: number): string {
    switch (type) {
      case 's':
        return this.workbook.strings[Number(value)] ?? '';
      case 'b':
        return value.trim() === '0' ? 'FALSE' : 'TRUE';
      case 'n':
        return this.workbook.formats.show(value.trim(), style);
      case 'd':
        return isoText(value);
      default:
        return shownInCell(unescapeCharacters(value), this.workbook.images);
    }
  }

  private readMerge(): void {
    const range = rangeOf(this.reader.attribute('ref') ?? '');
    if (range !== null && this.merges.length < MERGES) this.merges.push(range);
  }
}

/** Prefix of functions and names newer than the format (`_xlfn.UNIQUE`), which no program shows. */
const NEWER_FUNCTION = /\b_xl(?:fn|ws|pm|udf)\./g;

/** Whether a formula has a result: a number is never empty, but a text may be. */
const hasResult = (value: string, type: string, { uncalculated }: Workbook): boolean =>
  (type !== 'n' || value.trim() !== '') && !(uncalculated && value === '0');

const cellOf = (text: string): TableCell => ({ text, colspan: 1, rowspan: 1, header: false });

const emptyRow = (row: number): SheetRow => ({ row, columns: [], cells: [], words: true });

function isAscending(numbers: readonly number[]): boolean {
  for (let at = 1; at < numbers.length; at++) {
    if ((numbers[at - 1] ?? 0) >= (numbers[at] ?? 0)) return false;
  }
  return true;
}

/** Merges pieces of one row in order; of cells at the same place, the last is kept. */
function mergeRows(pieces: readonly SheetRow[]): SheetRow {
  const byColumn = new Map<number, TableCell>();
  for (const { columns, cells } of pieces) {
    for (const [at, cell] of cells.entries()) byColumn.set(columns[at] ?? 0, cell);
  }
  const merged = [...byColumn].sort(([a], [b]) => a - b);
  return {
    row: pieces[0]?.row ?? 0,
    columns: merged.map(([column]) => column),
    cells: merged.map(([, cell]) => cell),
    words: pieces.every(piece => piece.words),
  };
}
