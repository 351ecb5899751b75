/**
 * Divides a sheet's filled cells into tables. Rows and columns without content take no place, so that a sheet's cost
 * depends on its content and not on its extent.
 */
import type { Table, TableCell } from '../../../schemas/document.ts';
import type { Package } from '../archive/package.ts';
import { mergesFrom, mergesWithin, NO_MERGES, showsOneText } from './merges.ts';
import { isSame, type Range, type SheetContent, type SheetRow } from './sheet-content.ts';
import { cutSideBySide } from './side-by-side.ts';

/**
 * Most positions of a table for each of its filled cells. Beyond it (in a diagonal, for example) empty positions would
 * be most of the answer; such a region is returned row by row without them.
 */
const SPARSE_FACTOR = 50;
/** A table with fewer positions is never too sparse. */
const SPARSE_MINIMUM = 10_000;

export function sheetTables(
  content: SheetContent,
  office: Pick<Package, 'allowance' | 'warn'>,
  page: number,
): Table[] {
  const merges = content.merges.sort((a, b) => a.top - b.top || a.left - b.left);
  const regions = regionsOf(content.rows, merges)
    .flatMap(rows => cutTitle(rows, merges))
    .flatMap(rows => cutSideBySide(rows, columnsOf(rows), merges, headerRow));
  return regions.flatMap(rows => {
    const columns = columnsOf(rows);
    const positions = columns.length * rows.length;
    const filled = rows.reduce((sum, row) => sum + row.cells.length, 0);
    if (positions > Math.max(SPARSE_MINIMUM, filled * SPARSE_FACTOR)) {
      office.warn('sparse-sheet', page);
      return packedTables(rows, page);
    }
    office.allowance.spend('cells', positions - filled);
    const header = headerRow(rows, columns.length);
    return [{ kind: 'table', rows: gridRows(rows, columns, merges, header), page }];
  });
}

/**
 * Makes tables of filled cells only. Rows of one length form a table, since a table is as wide as its widest row
 * wherever it is shown.
 */
function packedTables(rows: readonly SheetRow[], page: number): Table[] {
  const tables: Table[] = [];
  for (const { cells } of rows) {
    const last = tables.at(-1);
    if (last?.rows[0]?.length === cells.length) last.rows.push(cells);
    else tables.push({ kind: 'table', rows: [cells], page });
  }
  return tables;
}

interface Extent {
  left: number;
  right: number;
}

/**
 * Groups rows between empty ones. Rows below a gap belong to the table above if they span the same columns, or if a
 * merged cell or labels of several rows connect them.
 */
function regionsOf(rows: readonly SheetRow[], merges: readonly Range[]): SheetRow[][] {
  const tied = tiedRows(merges);
  const labels = tallLabels(merges);
  const groups: { rows: SheetRow[]; extent: Extent }[] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const last = group?.rows.at(-1)?.row ?? -2;
    const extent = extentOf(row);
    const follows = row.row === last + 1 || tied(last, row.row) || isLabelled(row, last, labels);
    if (group !== undefined && follows) {
      group.rows.push(row);
      group.extent = {
        left: Math.min(group.extent.left, extent.left),
        right: Math.max(group.extent.right, extent.right),
      };
    } else groups.push({ rows: [row], extent });
  }
  return joinAlike(groups);
}

function extentOf({ columns }: SheetRow): Extent {
  return { left: columns[0] ?? 0, right: columns.at(-1) ?? 0 };
}

function joinAlike(groups: { rows: SheetRow[]; extent: Extent }[]): SheetRow[][] {
  const joined: typeof groups = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      last.extent.left === group.extent.left &&
      last.extent.right === group.extent.right
    ) {
      for (const row of group.rows) last.rows.push(row);
    } else joined.push(group);
  }
  return joined.map(group => group.rows);
}

/** Returns a function that says whether one merged cell covers both of two rows; called from top to bottom. */
function tiedRows(merges: readonly Range[]): (upper: number, lower: number) => boolean {
  let at = 0;
  let reach = -1;
  return (upper, lower) => {
    for (let merge = merges[at]; merge !== undefined && merge.top <= upper; merge = merges[++at]) {
      reach = Math.max(reach, merge.bottom);
    }
    return reach >= lower;
  };
}

/** Merged cells of one column and several rows: where each ends, with its first row, and where each begins. */
interface TallLabels {
  ends: ReadonlyMap<string, number>;
  begins: ReadonlySet<string>;
}

function tallLabels(merges: readonly Range[]): TallLabels {
  const tall = merges.filter(({ top, bottom, left, right }) => left === right && top < bottom);
  return {
    ends: new Map(tall.map(({ top, bottom, left }) => [`${bottom} ${left}`, top])),
    begins: new Set(tall.map(({ top, left }) => `${top} ${left}`)),
  };
}

/** Whether a row begins with a tall label directly below another that extends down to it: plans have two lines for each task. */
function isLabelled({ row, columns: [first = -1] }: SheetRow, above: number, labels: TallLabels): boolean {
  const top = labels.ends.get(`${row - 1} ${first}`);
  return top !== undefined && top <= above && labels.begins.has(`${row} ${first}`);
}

/** Most rows of a title, its subtitle and its date or unit. */
const TITLE_ROWS = 3;

/**
 * Separates rows of one cell directly above a header: they are the table's title, and within the table the header would
 * not be its first row.
 */
function cutTitle(rows: SheetRow[], merges: readonly Range[]): SheetRow[][] {
  for (let count = 1; count <= TITLE_ROWS; count++) {
    const title = rows[count - 1];
    if (title === undefined || !showsOneText(title, merges)) break;
    const table = rows.slice(count);
    const first = table[0]?.row ?? 0;
    if (!headerRow(table, columnsOf(table).length)) continue;
    const above = mergesFrom(merges, rows[0]?.row ?? 0, first - 1);
    return above.some(merge => merge.bottom >= first) ? [rows] : [rows.slice(0, count), table];
  }
  return [rows];
}

/** Returns columns with content, from left to right. Most rows of a table have those of the row above. */
function columnsOf(rows: readonly SheetRow[]): number[] {
  const found = new Set<number>();
  let above: readonly number[] = [];
  for (const { columns } of rows) {
    if (!isSame(columns, above)) for (const column of columns) found.add(column);
    above = columns;
  }
  return [...found].sort((a, b) => a - b);
}

/** Whether the first row names the columns: all of it is filled with words, no two of them equal. */
function headerRow([first, second]: readonly SheetRow[], columns: number): boolean {
  if (first === undefined || second === undefined || columns < 2 || first.cells.length < columns)
    return false;
  const texts = new Set(first.cells.map(cell => cell.text));
  return first.words && texts.size === columns;
}

const EMPTY: TableCell = { text: '', colspan: 1, rowspan: 1, header: false };

const spanFields = (span: { rows: number; columns: number } | undefined) => ({
  colspan: span?.columns ?? 1,
  rowspan: span?.rows ?? 1,
});

function gridRows(
  rows: readonly SheetRow[],
  columns: readonly number[],
  merges: readonly Range[],
  header: boolean,
): TableCell[][] {
  const merged = mergesWithin(rows, columns, merges);
  return rows.map((row, at) => {
    const isHead = header && at === 0;
    if (merged === NO_MERGES && !isHead && isSame(row.columns, columns)) return row.cells;
    const cells: TableCell[] = [];
    let next = 0;
    for (let place = 0; place < columns.length; place++) {
      const filled = row.columns[next] === columns[place] ? row.cells[next++] : undefined;
      if (merged.covered(at, place)) continue;
      const cell = filled ?? EMPTY;
      const span = merged.at(at, place);
      if (span !== undefined || isHead) cells.push({ text: cell.text, ...spanFields(span), header: isHead });
      else cells.push(cell);
    }
    return cells;
  });
}
