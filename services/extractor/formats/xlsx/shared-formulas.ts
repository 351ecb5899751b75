/**
 * Resolves formulas that cells share (ECMA-376 part 1, 18.3.1.40): the first cell has the text, the others its number.
 * For those, the text is shown with its relative references moved.
 */
import type { XmlReader } from '../../xml/reader.ts';
import { COLUMNS_MAX, columnOf, ROWS_MAX } from './reference.ts';

interface Place {
  row: number;
  column: number;
}

/** Most shared formulas of one sheet; more than any program writes. */
const SHARED_MAX = 100_000;

/**
 * Texts and names of sheets, which contain no references; references of cells, whole columns and whole rows; other
 * words, such as functions (`LOG10(`) and names (`TAX2024.rate`).
 */
const TOKEN =
  /"[^"]*"|'[^']*'|\[[^\]]*\]|(?<![\w.\\])(?:(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w(.!])|(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w(.!])|(\$?)([1-9]\d{0,6}):(\$?)([1-9]\d{0,6})(?![\w(.!]))/g;

export class SharedFormulas {
  private readonly first = new Map<string, Place & { text: string }>();

  /**
   * Returns a function that gives the formula of the element just opened, in the cell at `place`; its result is empty
   * where no cell has the text.
   */
  read(reader: XmlReader, place: Place): () => string {
    const number = reader.attribute('t') === 'shared' ? reader.attribute('si') : undefined;
    const text = reader.content();
    if (number === undefined) return () => text;
    if (text !== '') {
      if (this.first.size < SHARED_MAX) this.first.set(number, { ...place, text });
      return () => text;
    }
    const first = this.first.get(number);
    return () =>
      first === undefined ? '' : moved(first.text, place.row - first.row, place.column - first.column);
  }
}

/**
 * Returns the formula moved by so many rows and columns; a reference that leaves the sheet becomes an error, as
 * programs show it.
 */
function moved(formula: string, rows: number, columns: number): string {
  const row = (fixed: string, number: string) => (fixed === '' ? rowName(Number(number) + rows) : number);
  const column = (fixed: string, name: string) =>
    fixed === '' ? columnName(columnOf(name) + columns) : name;
  return formula.replace(TOKEN, (whole, ...found: (string | undefined)[]) => {
    const [f1, c1, f2, r2, f3, c3, f4, c4, f5, r5, f6, r6] = found;
    // Beyond the last column it is a name.
    if ([c1, c3, c4].some(name => name !== undefined && columnOf(name) < 0)) return whole;
    if (c1 !== undefined) return reference([f1, column(f1 ?? '', c1)], [f2, row(f2 ?? '', r2 ?? '')], '');
    if (c3 !== undefined) return reference([f3, column(f3 ?? '', c3)], [f4, column(f4 ?? '', c4 ?? '')], ':');
    if (r5 !== undefined) return reference([f5, row(f5 ?? '', r5)], [f6, row(f6 ?? '', r6 ?? '')], ':');
    return whole;
  });
}

type Part = readonly [fixed: string | undefined, name: string];

function reference([fixed = '', name]: Part, [otherFixed = '', otherName]: Part, between: string): string {
  if (name === '' || otherName === '') return '#REF!';
  return `${fixed}${name}${between}${otherFixed}${otherName}`;
}

const rowName = (row: number): string => (row >= 1 && row <= ROWS_MAX ? String(row) : '');

function columnName(column: number): string {
  if (column < 0 || column >= COLUMNS_MAX) return '';
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
