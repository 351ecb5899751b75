/**
 * Finds rows where lines between columns are drawn row by row: where their pieces meet, a row of numbers ends, even
 * without a line along it.
 */

import type { Rule } from '../../../page/content.ts';
import { middleY } from '../../../page/geometry.ts';
import { intervalOf } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { COLUMN_EDGE_PT, clusterPositions, ROW_EDGE_PT, ruleAcross } from '../shape/rules.ts';
import { linesOf } from '../shape/text.ts';
import { isNumericWord } from '../shape/values.ts';
import type { Word } from '../shape/words.ts';
import { extentOf, type Lattice } from './lattice.ts';

/** Least number of column lines that have a joint at one height, … */
const LINES_LEAST = 2;
/** … and their least share of all that continue there. */
const LINES_SHARE = 0.75;
/** From this many rows found like this on, one column line is enough to show another, … */
const ROWS_LEAST = 4;
/** … if at least this share of them contain two numbers: lines of wrapped texts are drawn one by one, too. */
const NUMBERS_SHARE = 0.5;

/** What stands between two horizontal lines, and the heights between them at which joints divide it. */
interface Band {
  top: number;
  edges: number[];
  rows: Word[][];
}

/**
 * Returns the lattice with edges of rows between the horizontal lines, as wide as the line above them, where each row
 * then contains one line of text.
 */
export function withJoinedRows(lattice: Lattice, words: FreeWords): Lattice {
  const heights = jointsOf(lattice);
  if (heights.length < ROWS_LEAST - 1) return lattice;
  const bands = bandsOf(lattice, heights, words);
  const rows = bands.flatMap(band => band.rows);
  const numbers = rows.filter(row => row.filter(isNumericWord).length > 1);
  if (rows.length < ROWS_LEAST || numbers.length < NUMBERS_SHARE * rows.length) return lattice;
  const edges = bands.flatMap(({ top, edges }) => {
    const above = lattice.horizontal.filter(({ position }) => Math.abs(position - top) <= ROW_EDGE_PT);
    if (above.length === 0) return [];
    const { left, right } = extentOf({ horizontal: above, vertical: [] });
    return edges.map(y => ruleAcross(y, left, right));
  });
  return { ...lattice, horizontal: [...lattice.horizontal, ...edges] };
}

function bandsOf(lattice: Lattice, heights: readonly number[], words: FreeWords): Band[] {
  const { top, bottom, left, right } = extentOf(lattice);
  const drawn = clusterPositions(
    [top, ...lattice.horizontal.map(({ position }) => position), bottom],
    ROW_EDGE_PT,
  );
  return drawn.slice(1).flatMap((end, i) => {
    const start = drawn[i] ?? end;
    const ys = [start, ...heights.filter(y => y > start && y < end), end];
    const own = words.between(start, end).filter(word => word.left < right && word.right > left);
    const rows = [...Map.groupBy(own, word => intervalOf(ys, middleY(word))).values()];
    const isTold = rows.length === ys.length - 1 && rows.every(row => linesOf(row).length === 1);
    return isTold && rows.length > 1 ? [{ top: start, edges: ys.slice(1, -1), rows }] : [];
  });
}

/** Returns the heights at which most column lines have a joint; where these are many, also those of a single line. */
function jointsOf({ horizontal, vertical }: Lattice): number[] {
  const heights = clusterPositions(
    vertical.flatMap(({ joints }) => joints ?? []),
    ROW_EDGE_PT,
  ).filter(y => horizontal.every(({ position }) => Math.abs(position - y) > ROW_EDGE_PT));
  const shared = heights.filter(y => isShared(vertical, y));
  return shared.length < ROWS_LEAST ? shared : heights;
}

function isShared(vertical: readonly Rule[], y: number): boolean {
  const crossing = vertical.filter(({ start, end }) => start < y - ROW_EDGE_PT && end > y + ROW_EDGE_PT);
  const joined = crossing.filter(({ joints }) => joints?.some(at => Math.abs(at - y) <= ROW_EDGE_PT));
  return countOf(joined) >= LINES_LEAST && joined.length >= LINES_SHARE * crossing.length;
}

/** Returns how many lines these are, counting pieces of one line once. */
const countOf = (rules: readonly Rule[]): number =>
  clusterPositions(
    rules.map(({ position }) => position),
    COLUMN_EDGE_PT,
  ).length;
