/**
 * Tidies tables of statements and filings, which have columns of their own for symbols (`$`, `)`, `%`) and for the
 * space between amounts, and often begin with an empty row that sets all widths. The symbols are joined to their
 * amounts, and the empty columns removed.
 */
import { cellColumns } from '../../../schemas/cell-columns.ts';
import type { TableCell } from '../../../schemas/document.ts';

/** A symbol before an amount, where nothing else is in the cell. */
const OPENING = /^(?:[A-Z]{0,3}\$|[€£¥₩₹₽]|RMB|CHF|NIS)\s*\(?$/;
/** A symbol after an amount. */
const CLOSING = /^[)\s]*[)%][)\s]*$/;
const AMOUNT_BEGINS = /^\(?[-−]?\.?[\d—–-]/;
const AMOUNT_ENDS = /[\d—–-]\)?$/;
/** A row that sets widths has a cell for each column; one with fewer cells is a row like any other. */
const WIDTHS_MIN = 3;

/** Without other evidence that columns are only space, at most this share of all columns has content. */
const KEPT_AMONG_ROOM = 0.6;

interface Placed {
  cell: TableCell;
  /** Number of columns it covers that remain. */
  width: number;
}

type Place = Placed | undefined;
type Grid = readonly Place[][];

/** Returns the rows without such columns. `areaCeiling` bounds the positions examined; a larger table is left as it is. */
export function withoutSignColumns(rows: TableCell[][], areaCeiling: number): TableCell[][] {
  const isSure = hasSignCells(rows) || setsWidths(rows);
  if (!isSure && !hasMuchRoom(rows)) return rows;
  const starts = cellColumns(rows);
  const columns = rows.reduce(
    (most, row, at) => Math.max(most, (starts[at]?.at(-1) ?? 0) + (row.at(-1)?.colspan ?? 0)),
    0,
  );
  if (columns * rows.length > areaCeiling) return rows;
  const placed = rows.map(row => row.map(cell => ({ cell, width: cell.colspan })));
  const grid = gridOf(placed, starts);
  const kept = dropRoom(grid, columns);
  if (!isSure && kept.length > columns * KEPT_AMONG_ROOM) return rows;
  joinSigns(grid, kept);
  return withoutEmptyRows(
    placed.map(row =>
      row.filter(({ width }) => width > 0).map(({ cell, width }) => ({ ...cell, colspan: width })),
    ),
  );
}

const hasSignCells = (rows: readonly (readonly TableCell[])[]): boolean =>
  rows.some(row =>
    row.some(
      ({ text, colspan }, at) =>
        colspan === 1 &&
        ((OPENING.test(text) && AMOUNT_BEGINS.test(row[at + 1]?.text ?? '')) ||
          (CLOSING.test(text) && AMOUNT_ENDS.test(row[at - 1]?.text ?? ''))),
    ),
  );

function setsWidths([first = [], ...rest]: readonly (readonly TableCell[])[]): boolean {
  return (
    first.length >= WIDTHS_MIN &&
    first.every(({ text, colspan }) => text === '' && colspan === 1) &&
    rest.some(row => row.some(({ colspan }) => colspan > 1))
  );
}

/** Whether most cells are empty and none is marked as a head: empty cells of a form or a calendar have a head above. */
function hasMuchRoom(rows: readonly (readonly TableCell[])[]): boolean {
  let cells = 0;
  let empty = 0;
  for (const row of rows)
    for (const { text, header } of row) {
      if (header) return false;
      cells++;
      if (text === '') empty++;
    }
  return empty > cells / 2;
}

function gridOf(placed: readonly (readonly Placed[])[], starts: readonly (readonly number[])[]): Grid {
  const grid: Place[][] = placed.map(() => []);
  for (const [at, row] of placed.entries())
    for (const [index, one] of row.entries()) {
      const left = starts[at]?.[index] ?? 0;
      for (const into of grid.slice(at, at + one.cell.rowspan))
        for (let column = left; column < left + one.cell.colspan; column++) into[column] = one;
    }
  return grid;
}

/** Removes columns in which no cell of one column has text, and returns the columns that remain. */
function dropRoom(grid: Grid, columns: number): number[] {
  const kept: number[] = [];
  for (let column = 0; column < columns; column++) {
    const cells = new Set(grid.map(row => row[column]).filter(one => one !== undefined));
    if ([...cells].some(({ cell, width }) => cell.text !== '' && width === 1)) kept.push(column);
    else for (const one of cells) one.width--;
  }
  return kept;
}

function joinSigns(grid: Grid, kept: readonly number[]): void {
  let left = kept[0] ?? 0;
  for (const right of kept.slice(1)) {
    const isSign = isOf(OPENING, grid, left) || isOf(CLOSING, grid, right);
    if (isSign && grid.every(row => canJoin(row[left], row[right]))) {
      const covering = grid.map(row => (row[left] === row[right] ? row[left] : undefined));
      for (const one of new Set(covering)) if (one !== undefined) one.width--;
      for (const row of grid) row[right] = join(row[left], row[right]);
    }
    left = right;
  }
}

/** Whether all cells with text that cover only this column are such symbols. */
function isOf(sign: RegExp, grid: Grid, column: number): boolean {
  const alone = grid.map(row => row[column]).filter(one => one?.width === 1 && one.cell.text !== '');
  return alone.length > 0 && alone.every(one => sign.test(one?.cell.text ?? ''));
}

function canJoin(left: Place, right: Place): boolean {
  if (left === undefined || right === undefined || left === right) return true;
  if (left.cell.rowspan > 1 || right.cell.rowspan > 1) return false;
  if (left.cell.text === '' || right.cell.text === '') return true;
  return opens(left) || (right.width === 1 && CLOSING.test(right.cell.text));
}

const opens = ({ cell, width }: Placed): boolean => width === 1 && OPENING.test(cell.text);

/** Joins two columns, and returns what stands in the joined one: the cell with text, or both texts. */
function join(left: Place, right: Place): Place {
  if (left === undefined || right === undefined || left === right) return right ?? left;
  const [stays, goes] =
    right.cell.text === '' || (left.cell.text !== '' && !opens(left)) ? [left, right] : [right, left];
  goes.width--;
  if (goes.cell.text !== '') stays.cell = { ...stays.cell, text: left.cell.text + right.cell.text };
  return stays;
}

/** Removes rows without text, which separate nothing that a reader of text would see. A row that a span reaches into stays. */
function withoutEmptyRows(rows: TableCell[][]): TableCell[][] {
  let reach = 0;
  return rows.filter((row, at) => {
    const isFree = reach <= at && row.every(({ text, rowspan }) => text === '' && rowspan === 1);
    for (const { rowspan } of row) reach = Math.max(reach, at + rowspan);
    return !isFree;
  });
}
