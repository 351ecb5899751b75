/**
 * Finds forms whose numbered lines lead to boxes, such as tax returns: at the right a grid of line numbers and amounts,
 * left of it texts with no rules but those above and below the whole, and here and there a box on a line.
 */

import type { Rule } from '../../../page/content.ts';
import { median, middleX, middleY } from '../../../page/geometry.ts';
import { type Draft, intervalOf, rowsOf, withFirstColumn } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import {
  COLUMN_EDGE_PT,
  CROSSING_SLACK_PT,
  clusterPositions,
  coverage,
  ROW_EDGE_PT,
  ruleAcross,
} from '../shape/rules.ts';
import { lineText } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import { extentOf, type Lattice } from './lattice.ts';
import { draftRuled } from './ruled.ts';
import { cut } from './stacked.ts';

/** Least number of horizontal lines of such a grid, … */
const EDGES_MIN = 5;
/** … their least share of all horizontal lines between its first and its last, … */
const EDGES_SHARE = 0.7;
/** … the least share of the height along which its side is drawn, … */
const SIDE_SHARE = 0.9;
/** … and the least share of its rows whose text begins with the number of the box it leads to. */
const NUMBERED_SHARE = 0.6;
const NUMBERED_MIN = 4;
/** In points: the part with the texts is wider than a column of labels. */
const OPEN_WIDTH_MIN = 100;
/** The texts' numbers stand in one column, although some are longer. */
const NUMBERS_APART_EM = 2;
const NUMBERS_SLACK_EM = 0.35;

const BOX_NUMBER = /^\d{1,3}[a-z]?$/;
const LETTER = /^[a-z]$/;

export interface NumberedLines {
  /** The tables of texts, numbers and amounts. */
  drafts: Draft[];
  /** What else is drawn, without the boxes on the lines. */
  lattices: Lattice[];
}

/** Takes such grids out of the lattices. */
export function numberedLines(lattices: readonly Lattice[], words: FreeWords): NumberedLines {
  const parts = lattices.map(lattice => partsOf(lattice, words));
  const grids = parts.flat().filter(part => part.draft !== null);
  return {
    drafts: grids.flatMap(({ draft }) => draft ?? []),
    lattices: parts
      .flat()
      .filter(part => part.draft === null && !grids.some(grid => standsOnLines(part.lattice, grid)))
      .map(({ lattice }) => lattice),
  };
}

interface Part {
  lattice: Lattice;
  /** Null where it is no such grid. */
  draft: Draft | null;
}

/** Returns a lattice, or what stands above, in and below such a grid of it. */
function partsOf(lattice: Lattice, words: FreeWords): Part[] {
  const whole = [{ lattice, draft: null }];
  if (lattice.horizontal.length < EDGES_MIN) return whole;
  const { left, right, top: first, bottom: last } = extentOf(lattice);
  const wide = lattice.horizontal
    .filter(({ start, end }) => start - left <= COLUMN_EDGE_PT && right - end <= COLUMN_EDGE_PT)
    .map(({ position }) => position);
  const edges = clusterPositions([first, ...wide, last], ROW_EDGE_PT);
  for (const [at, bottom] of edges.slice(1).entries()) {
    const top = edges[at] ?? bottom;
    const isWithin = ({ position }: Rule) =>
      position >= top - ROW_EDGE_PT && position <= bottom + ROW_EDGE_PT;
    if (lattice.horizontal.filter(isWithin).length < EDGES_MIN) continue;
    const grid = gridOf(cut(lattice, top, bottom), words);
    if (grid === null) continue;
    const [above, below] = [cut(lattice, -Infinity, top), cut(lattice, bottom, Infinity)];
    return [
      ...(above.vertical.length > 0 ? [{ lattice: above, draft: null }] : []),
      grid,
      ...(below.vertical.length > 0 ? partsOf(below, words) : []),
    ];
  }
  return whole;
}

function gridOf({ horizontal, vertical }: Lattice, words: FreeWords): Part | null {
  if (horizontal.length < EDGES_MIN) return null;
  const { left, right, top, bottom } = extentOf({ horizontal, vertical });
  const side = sideOf(vertical, top, bottom);
  if (side === null || side - left < OPEN_WIDTH_MIN) return null;
  const edges = horizontal.filter(
    ({ start, end }) => start <= side + COLUMN_EDGE_PT && end >= side - COLUMN_EDGE_PT,
  );
  const isInside = ({ position }: Rule) => position > top + ROW_EDGE_PT && position < bottom - ROW_EDGE_PT;
  const runsAcross = ({ start, end }: Rule) => start < side - COLUMN_EDGE_PT && end > side + COLUMN_EDGE_PT;
  if (edges.some(rule => isInside(rule) && runsAcross(rule))) return null;
  if (edges.length < Math.max(EDGES_MIN, EDGES_SHARE * horizontal.length)) return null;
  const beside = words
    .between(top, bottom)
    .filter(word => !word.leads && word.left > left && word.right <= side + CROSSING_SLACK_PT);
  const grid = {
    // A line that ends at the grid, under a box among the texts, also separates its rows.
    horizontal: edges.map(rule => ({ ...rule, start: side, end: Math.max(rule.end, right) })),
    vertical: vertical.filter(({ position }) => position >= side - COLUMN_EDGE_PT),
  };
  const lattice = { ...grid, horizontal: [...grid.horizontal, ...edgesAtJoints(grid, beside)] };
  const boxes = draftRuled(lattice, words);
  const draft = boxes && withTexts(boxes, beside);
  return draft && { lattice, draft };
}

/** Returns the first vertical line that runs along (nearly) the whole height. */
function sideOf(vertical: readonly Rule[], top: number, bottom: number): number | null {
  const places = clusterPositions(
    vertical.map(({ position }) => position),
    COLUMN_EDGE_PT,
  );
  const isDrawn = (place: number) => {
    const pieces = vertical.filter(({ position }) => Math.abs(position - place) <= COLUMN_EDGE_PT);
    return coverage(pieces, top, bottom) >= SIDE_SHARE;
  };
  return places.find(isDrawn) ?? null;
}

/**
 * Returns the edges of rows where no line runs to the row's box, because the box is filled, for example: its side is
 * drawn row by row, and there is text on both sides.
 */
function edgesAtJoints(lattice: Lattice, beside: readonly Word[]): Rule[] {
  const { left, right } = extentOf(lattice);
  const drawn = lattice.horizontal.map(({ position }) => position).sort((one, other) => one - other);
  const holds = (from = Infinity, to = -Infinity) =>
    beside.some(word => middleY(word) > from && middleY(word) < to);
  const isEdge = (y: number) => {
    const above = drawn.findLast(at => at < y - ROW_EDGE_PT);
    const below = drawn.find(at => at > y + ROW_EDGE_PT);
    const isFree = drawn.every(at => Math.abs(at - y) > ROW_EDGE_PT);
    return isFree && holds(above, y) && holds(y, below);
  };
  return lattice.vertical
    .filter(({ position }) => position - left <= COLUMN_EDGE_PT)
    .flatMap(({ joints }) => joints ?? [])
    .filter(isEdge)
    .map(y => ruleAcross(y, left, right));
}

/**
 * Returns the grid with its texts as the first column, starting at their numbers; what stands left of these explains
 * the form.
 */
function withTexts(boxes: Draft, beside: readonly Word[]): Draft | null {
  const names = new Map(boxes.cells.filter(({ column }) => column === 0).map(cell => [cell.row, cell.words]));
  const rows = Map.groupBy(beside, word => intervalOf(boxes.ys, middleY(word)));
  const lefts = [...rows].flatMap(([row, words]) => numberLeft(words, lineText(names.get(row) ?? [])) ?? []);
  if (lefts.length < Math.max(NUMBERED_MIN, NUMBERED_SHARE * rowsOf(boxes))) return null;
  const [size, middle] = [median(beside.map(word => word.size)), median(lefts)];
  const start =
    Math.min(...lefts.filter(left => Math.abs(left - middle) < NUMBERS_APART_EM * size)) -
    NUMBERS_SLACK_EM * size;
  const wordsOf = (row: number) => (rows.get(row) ?? []).filter(word => word.left >= start);
  return withFirstColumn(boxes, start, row => wordsOf(row).sort((one, other) => one.item - other.item));
}

/**
 * Returns where the number begins that leads to the box of this name, in the grid or at the line's end: `b` to 2b, `1
 * a` to 1a.
 */
function numberLeft(row: readonly Word[], box: string): number | undefined {
  const words = row.toSorted((one, other) => middleX(one) - middleX(other));
  for (const name of [box, words.at(-1)?.text ?? '']) {
    if (!BOX_NUMBER.test(name)) continue;
    const first = words
      .slice(0, -1)
      .find(
        ({ text }, i) =>
          text === name || text + words[i + 1]?.text === name || (LETTER.test(text) && name.endsWith(text)),
      );
    if (first !== undefined) return first.left;
  }
  return undefined;
}

/** Whether a drawing lies among the texts with its horizontal lines at the height of the grid's. */
function standsOnLines({ horizontal, vertical }: Lattice, { lattice: grid, draft }: Part): boolean {
  const [own, extent] = [extentOf({ horizontal, vertical }), extentOf(grid)];
  const isInside =
    own.left >= (draft?.xs[0] ?? extent.left) &&
    own.right <= extent.left + COLUMN_EDGE_PT &&
    own.top >= extent.top - ROW_EDGE_PT &&
    own.bottom <= extent.bottom + ROW_EDGE_PT;
  return (
    isInside &&
    horizontal.every(({ position }) =>
      grid.horizontal.some(other => Math.abs(other.position - position) <= ROW_EDGE_PT),
    )
  );
}
