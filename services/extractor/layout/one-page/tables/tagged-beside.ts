/**
 * Joins tagged tables that stand beside each other row by row: Excel tags each block of filled cells as a table of its
 * own, so that an empty column of the sheet separates labels from their values.
 */
import { around } from '../../page/geometry.ts';
import type { TaggedRow, TaggedTable } from '../../page/hints.ts';
import type { Word } from './shape/words.ts';

/** At least this many rows show that two tables are one. */
const LEVEL_ROWS_MIN = 2;
/** Rows are level where the middles of their texts are at most this far apart. */
const LEVEL_EM = 0.6;
/** Limits: pages have a few tables, and each is compared with each other one row by row. */
const TABLES_MAX = 200;
const ROWS_MAX = 5_000;

/** Words by the identifier of their marked content. */
export type TaggedWords = ReadonlyMap<number, Word[]>;

/** Returns the same tables, with those of one column joined to the ones whose rows they stand beside. */
export function joinedBeside(tables: readonly TaggedTable[], words: TaggedWords): TaggedTable[] {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  if (tables.length < 2 || tables.length > TABLES_MAX || rows > ROWS_MAX) return [...tables];
  const joined: TaggedTable[] = [];
  for (const table of tables) {
    const at = joined.findIndex(other => areBeside(other, table, words));
    const other = joined[at];
    if (other === undefined) joined.push(table);
    else joined[at] = { ...other, rows: other.rows.map((row, i) => [...row, ...(table.rows[i] ?? [])]) };
  }
  return joined;
}

function areBeside(one: TaggedTable, other: TaggedTable, words: TaggedWords): boolean {
  if (!isWhole(one) || !isWhole(other) || one.rows.length !== other.rows.length) return false;
  const columns = columnsOf(one);
  if (columns === 0 || (columns !== 1 && columnsOf(other) !== 1)) return false;
  const pairs = one.rows.map(
    (row, at) => [wordsOf(row, words), wordsOf(other.rows[at] ?? [], words)] as const,
  );
  const both = pairs.filter(([left, right]) => left.length > 0 && right.length > 0);
  return both.length >= LEVEL_ROWS_MIN && both.every(([left, right]) => isLevel(left, right));
}

const isWhole = ({ rows, first, total }: TaggedTable): boolean => first === 0 && rows.length === total;

/** Returns the number of cells in each of its rows; 0 where rows differ. */
function columnsOf({ rows }: TaggedTable): number {
  const counts = new Set(rows.map(row => row.reduce((sum, { colspan }) => sum + colspan, 0)));
  const isPlain = rows.every(row => row.every(({ rowspan }) => rowspan === 1));
  return counts.size === 1 && isPlain ? ([...counts][0] ?? 0) : 0;
}

export const wordsOf = (row: TaggedRow, words: TaggedWords): Word[] =>
  row.flatMap(({ identifiers }) => identifiers.flatMap(identifier => words.get(identifier) ?? []));

/** Whether one stands left of the other at the same height. */
function isLevel(left: readonly Word[], right: readonly Word[]): boolean {
  const [one, other] = [around(left), around(right)];
  const size = Math.max(...[...left, ...right].map(word => word.size));
  const apart = Math.abs((one.top + one.bottom) / 2 - (other.top + other.bottom) / 2);
  return one.right < other.left && apart < LEVEL_EM * size;
}
