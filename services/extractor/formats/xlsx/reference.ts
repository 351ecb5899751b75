/** Cell references in A1 style, as numbers from 0 (ECMA-376 part 1, 18.18.62). */
import type { Range } from '../../sheets/sheet-content.ts';

export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;

const CODE_A = 65;
const CODE_Z = 90;

/**
 * Returns the column of the reference, such as `AB12`, that begins at `from` in `text`; -1 where there is none within a
 * sheet.
 */
export function columnOf(text: string, from = 0): number {
  let column = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < CODE_A || code > CODE_Z) break;
    column = column * 26 + code - CODE_A + 1;
    if (column > COLUMNS_MAX) return -1;
  }
  return column - 1;
}

/** Parses `A1:B2` or `A1`; returns null where it is not a range within a sheet. */
export function rangeOf(text: string): Range | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(text);
  if (match === null) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  const columns = [columnOf(left), columnOf(right)].sort((a, b) => a - b);
  const rows = [Number(top) - 1, Number(bottom) - 1].sort((a, b) => a - b);
  const [first = -1, last = -1] = columns;
  const [upper = -1, lower = -1] = rows;
  if (first < 0 || upper < 0 || lower >= ROWS_MAX) return null;
  return { top: upper, left: first, bottom: lower, right: last };
}
