/** Lines between columns that were drawn row by row: where their pieces meet, a row of numbers ends, though no line runs along it. */

import type { Rule } from '../../../page/content.ts';
import { middleY } from '../../../page/geometry.ts';
import { intervalOf } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { COLUMN_EDGE_PT, clusterPositions, ROW_EDGE_PT, ruleAcross } from '../shape/rules.ts';
import { linesOf } from '../shape/text.ts';
import { isNumericWord } from '../shape/values.ts';
import type { Word } from '../shape/words.ts';
import { extentOf, type Lattice } from './lattice.ts';

/** Lines between columns that were put together at one height, … */
const LINES_LEAST = 2;
/** … and their share of all that go on there. */
const LINES_SHARE = 0.75;
/** Rows so told, before one line is enough to tell another one, … */
const ROWS_LEAST = 4;
/** … and the share of them that hold two numbers: lines of wrapped texts are drawn one by one, too. */
const NUMBERS_SHARE = 0.5;

/** What stands between two lines across, and the heights between them at which joints part it. */
interface Band {
  top: number;
  edges: number[];
  rows: Word[][];
}

/** Edges of rows between the lines across, as wide as the line above them: where each then holds one line of text. */
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

/** The heights at which most lines between columns were put together; where these are many, those of one line, too. */
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

/** How many lines these are: pieces of one count once. */
const countOf = (rules: readonly Rule[]): number =>
  clusterPositions(
    rules.map(({ position }) => position),
    COLUMN_EDGE_PT,
  ).length;
