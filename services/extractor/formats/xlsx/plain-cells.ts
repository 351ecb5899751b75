/**
 * Reads cells from the text of their part where they are written in the usual form: `<c r="A1" s="1"
 * t="s"><v>0</v></c>`, with any prefix. Sheets have them by the million, and reading them tag by tag took a tenth of a
 * sheet's time.
 */
import { afterBlanks } from '../../xml/blanks.ts';
import { columnOf } from './reference.ts';

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const EQUALS = 61;
const GREATER = 62;
const LETTER_A = 65;
const LETTER_Z = 90;
const LETTER_S = 115;
const LETTER_T = 116;
const LETTER_X = 120;
/** More digits than the index of any style has. */
const STYLE_DIGITS = 6;
/** More digits than the number of any row has. */
const ROW_DIGITS = 7;

/**
 * What was read of a cell: all of it, with or without a value; only its opening tag, since its content is written in
 * another form; or nothing.
 */
export type Read = 'value' | 'empty' | 'opening' | 'nothing';

export class PlainCells {
  /** Column of the last cell read, from 0. */
  column = 0;
  /** Index of its style, and its type (ECMA-376 part 1, 18.18.11). */
  style = 0;
  type = 'n';
  /** Where its value is in the part. */
  valueStart = 0;
  valueEnd = 0;
  /** Whether a formula precedes the value, which is its last result. */
  isCalculated = false;
  /** The position after it, or after the tag of the row that was read. */
  end = 0;
  /** Name of the row elements as it is written. */
  readonly row: string;
  private readonly source: string;
  private readonly open: string;
  private readonly openValue: string;
  private readonly openFormula: string;
  private readonly closeFormula: string;
  private readonly sharedFormula: string;
  private readonly close: string;
  private readonly openRow: string;
  private readonly closeRow: string;

  /** `name` is that of an element beside the cells as it is written, which gives the prefix. */
  constructor(source: string, name: string) {
    const prefix = name.slice(0, name.indexOf(':') + 1);
    this.row = `${prefix}row`;
    this.source = source;
    this.open = `<${prefix}c r="`;
    this.openValue = `<${prefix}v>`;
    this.openFormula = `<${prefix}f>`;
    this.closeFormula = `</${prefix}f>`;
    this.sharedFormula = `<${prefix}f t="shared" si="`;
    this.close = `</${prefix}v></${prefix}c>`;
    this.openRow = `<${this.row} r="`;
    this.closeRow = `</${this.row}>`;
  }

  /**
   * Reads what separates two rows, `</row><row r="2" spans="1:4">`. Returns the number of the second as written, or 0
   * where anything else follows: the end of all rows, an empty row, declarations of prefixes.
   */
  readRow(from: number): number {
    const { source } = this;
    let at = afterBlanks(source, from);
    if (!source.startsWith(this.closeRow, at)) return 0;
    at = afterBlanks(source, at + this.closeRow.length);
    if (!source.startsWith(this.openRow, at)) return 0;
    const digits = at + this.openRow.length;
    at = digits;
    let row = 0;
    let code = source.charCodeAt(at);
    for (; code >= ZERO && code <= NINE; code = source.charCodeAt(++at)) row = row * 10 + code - ZERO;
    if (code !== QUOTE || at - digits > ROW_DIGITS) return 0;
    this.end = this.afterTag(at + 1);
    return this.end < 0 ? 0 : row;
  }

  /** Returns the position after the rest of an opening tag; -1 where it also closes its element, or declares prefixes. */
  private afterTag(from: number): number {
    const { source } = this;
    let at = from;
    for (let code = source.charCodeAt(at); code !== GREATER; code = source.charCodeAt(++at)) {
      if (code === QUOTE) at = source.indexOf('"', at + 1);
      else if (!(code >= SPACE) || code === APOSTROPHE || code === SLASH) return -1;
      else if (code === LETTER_X && source.startsWith('xmlns', at)) return -1;
      if (at < 0) return -1;
    }
    return at + 1;
  }

  /** Reads the cell that begins at `from`, or after white space there. */
  read(from: number): Read {
    const { source } = this;
    let at = afterBlanks(source, from);
    if (!source.startsWith(this.open, at)) return 'nothing';
    at = this.readAttributes(this.readReference(at + this.open.length));
    if (at < 0) return 'nothing';
    if (source.charCodeAt(at) === SLASH) {
      this.end = at + 2;
      return source.charCodeAt(at + 1) === GREATER ? 'empty' : 'nothing';
    }
    const value = this.afterFormula(at + 1);
    if (!source.startsWith(this.openValue, value)) return 'opening';
    const start = value + this.openValue.length;
    const end = source.indexOf('<', start);
    if (end < 0 || !source.startsWith(this.close, end)) return 'opening';
    this.isCalculated = value > at + 1;
    this.valueStart = start;
    this.valueEnd = end;
    this.end = end + this.close.length;
    return 'value';
  }

  /**
   * Returns the position after the formula that begins at `from`, or `from` itself if no formula begins there or it must
   * not be skipped: the first cell of a shared formula gives the others' text.
   */
  private afterFormula(from: number): number {
    const { source } = this;
    if (source.startsWith(this.openFormula, from)) {
      const end = source.indexOf('<', from + this.openFormula.length);
      return end >= 0 && source.startsWith(this.closeFormula, end) ? end + this.closeFormula.length : from;
    }
    if (!source.startsWith(this.sharedFormula, from)) return from;
    const digits = from + this.sharedFormula.length;
    let at = digits;
    for (let code = source.charCodeAt(at); code >= ZERO && code <= NINE; ) code = source.charCodeAt(++at);
    return at > digits && source.startsWith('"/>', at) ? at + 3 : from;
  }

  /** Returns the position after the closing quote of a reference such as `AB12`; -1 if no reference begins at `from`. */
  private readReference(from: number): number {
    const { source } = this;
    this.column = columnOf(source, from);
    if (this.column < 0) return -1;
    let at = from;
    let code = source.charCodeAt(at);
    // Anything else, such as a character reference that has to be resolved, is left to the general reader.
    while (code >= LETTER_A && code <= LETTER_Z) code = source.charCodeAt(++at);
    while (code >= ZERO && code <= NINE) code = source.charCodeAt(++at);
    return code === QUOTE ? at + 1 : -1;
  }

  /** Reads ` s="1"` and ` t="s"`. Returns where the tag ends; -1 where it has anything else. */
  private readAttributes(from: number): number {
    const { source } = this;
    this.style = 0;
    this.type = 'n';
    let at = from;
    while (at >= 0 && source.charCodeAt(at) === SPACE) {
      if (source.charCodeAt(at + 2) !== EQUALS || source.charCodeAt(at + 3) !== QUOTE) return -1;
      const name = source.charCodeAt(at + 1);
      if (name === LETTER_S) at = this.readStyle(at + 4);
      else if (name === LETTER_T) at = this.readType(at + 4);
      else return -1;
    }
    const code = at < 0 ? 0 : source.charCodeAt(at);
    return code === GREATER || code === SLASH ? at : -1;
  }

  private readStyle(from: number): number {
    const { source } = this;
    let at = from;
    let style = 0;
    let code = source.charCodeAt(at);
    for (; code >= ZERO && code <= NINE; code = source.charCodeAt(++at)) style = style * 10 + code - ZERO;
    this.style = style;
    return code === QUOTE && at > from && at - from <= STYLE_DIGITS ? at + 1 : -1;
  }

  private readType(from: number): number {
    const { source } = this;
    if (source.charCodeAt(from) === LETTER_S && source.charCodeAt(from + 1) === QUOTE) {
      this.type = 's';
      return from + 2;
    }
    const end = source.indexOf('"', from);
    if (end < 0) return -1;
    this.type = source.slice(from, end);
    // A character reference has to be resolved first.
    return this.type.includes('&') ? -1 : end + 1;
  }
}
