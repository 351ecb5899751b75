/**
 * Adds vertical heads above the columns of a table whose own first row does not contain them, because nothing is drawn
 * around them or their tags are missing.
 */

import type { TableCell } from '../../../../../schemas/document.ts';
import type { TextItem } from '../../page/content.ts';
import { middleX } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import type { FoundTable } from '../../page/table.ts';
import { turnedLinesOf } from '../lines/turned.ts';
import { intervalOf } from './shape/draft.ts';

/** Least share, and least number, of the columns after the first that have such a head. */
const HEADED_SHARE = 0.5;
const HEADED_MIN = 2;
/** Heads end at most this far above the table's first row, and at most this far down in its first row of values. */
const ABOVE_EM = 2;
const BELOW_EM = 0.5;
/** Baselines of two rows are farther apart than this. */
const ROW_EM = 0.6;

/** The lines above each column. */
type Heads = ReadonlyMap<number, readonly Line[]>;

/**
 * Returns the tables with such heads, in the same order. `items` are all of the page's. Tables in `lying` lie on their
 * side themselves and get none.
 */
export function withTurnedHeads(
  tables: readonly FoundTable[],
  items: readonly TextItem[],
  lying: ReadonlySet<FoundTable> = new Set(),
): FoundTable[] {
  if (tables.length === 0 || !items.some(isOnEnd)) return [...tables];
  const inTables = new Set(tables.flatMap(({ pieces }) => pieces.map(({ item }) => items[item])));
  const lines = turnedLinesOf(items.filter(item => isOnEnd(item) && !inTables.has(item)));
  const places = new Map(items.map((item, at) => [item.index, at]));
  return tables.map(table => {
    const heads = lying.has(table) ? null : headsOf(table, lines, items);
    return heads === null ? table : withHeads(table, heads, places);
  });
}

const isOnEnd = ({ angle }: TextItem): boolean => Math.abs(angle) === 90 || angle === 270;

function headsOf(table: FoundTable, lines: readonly Line[], items: readonly TextItem[]): Heads | null {
  const { columns, region } = table;
  const values = valuesTop(table, items);
  const above = lines.filter(line => line.top < region.top && line.bottom <= values + BELOW_EM * line.size);
  // Shorter heads may be centred in the row's height.
  const longest = above.filter(line => line.bottom >= region.top - ABOVE_EM * line.size);
  const top = Math.min(...longest.map(line => line.top));
  const heads = Map.groupBy(
    above.filter(line => line.bottom > top),
    line => intervalOf(columns, middleX(line)),
  );
  heads.delete(-1);
  const others = columns.length - 2;
  return heads.size >= Math.max(HEADED_MIN, HEADED_SHARE * others) ? heads : null;
}

/** Returns the y coordinate where the first row of values begins: below a row with only a label, otherwise the first row. */
function valuesTop({ pieces, region, rows }: FoundTable, items: readonly TextItem[]): number {
  const isLabel = rows[0]?.every(({ text }, at) => at === 0 || text === '') === true;
  if (!isLabel) return region.top;
  const words = pieces.flatMap(({ item }) => items[item] ?? []).filter(({ angle }) => angle === 0);
  const [first, ...others] = words.sort((one, other) => one.baseline - other.baseline);
  const next = others.find(({ baseline, size }) => baseline - (first?.baseline ?? baseline) > ROW_EM * size);
  return next === undefined ? region.top : next.baseline - next.size;
}

function withHeads(table: FoundTable, heads: Heads, places: ReadonlyMap<number, number>): FoundTable {
  const { region, rows } = table;
  const lines = [...heads.values()].flat();
  const pieces = lines.flatMap(line =>
    line.items.flatMap(({ index }) => {
      const item = places.get(index);
      return item === undefined ? [] : { item };
    }),
  );
  const row = filled(rows[0] ?? [], heads);
  return {
    ...table,
    region: { ...region, top: Math.min(...lines.map(({ top }) => top)) },
    rows: row === null ? [newRow(heads, table.columns.length - 1), ...rows] : [row, ...rows.slice(1)],
    headerRows: row === null ? table.headerRows + 1 : Math.max(1, table.headerRows),
    pieces: [...table.pieces, ...pieces].sort((one, other) => one.item - other.item),
  };
}

/** Returns the first row with the heads in its empty cells; null where a head stands above a cell that is not empty. */
function filled(row: readonly TableCell[], heads: Heads): TableCell[] | null {
  let [column, count] = [0, 0];
  const cells = row.map((cell): TableCell => {
    const lines = cell.colspan === 1 && cell.text === '' ? heads.get(column) : undefined;
    column += cell.colspan;
    count += Number(lines !== undefined);
    return { ...cell, text: lines === undefined ? cell.text : textOf(lines), header: true };
  });
  return count === heads.size ? cells : null;
}

const newRow = (heads: Heads, columns: number): TableCell[] =>
  Array.from({ length: columns }, (_, column) => ({
    text: textOf(heads.get(column) ?? []),
    colspan: 1,
    rowspan: 1,
    header: true,
  }));

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join(' ');
