/** Finds tables whose cells are drawn: lattices of lines, with spans where a line is missing. */

import type { Rule } from '../../../page/content.ts';
import { holdsCentre, median } from '../../../page/geometry.ts';
import { withCurrencyCellsJoined } from '../shape/currency-cells.ts';
import { type Draft, type DraftCell, fillAreas, isFilled, keepOnly, regionOf } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import {
  COLUMN_EDGE_PT,
  CROSSING_SLACK_PT,
  clusterPositions,
  ROW_EDGE_PT,
  ruleAcross,
} from '../shape/rules.ts';
import { withoutFramedTexts } from './framed-texts.ts';
import { buildGrid, findAreas } from './grid.ts';
import { extentOf, type Lattice } from './lattice.ts';
import { partOpenLabels } from './open-labels.ts';
import { partLabels } from './parted-labels.ts';
import { withJoinedRows } from './row-joints.ts';
import { splitTallRows } from './tall-rows.ts';
import { closeByText } from './text-edges.ts';

/** A grid whose lines extend beyond its last cross line by this much has an open outer column or row. */
const OPEN_SIDE_PT = 8;
/** Approximate height of small letters. */
const X_HEIGHT_EM = 0.5;
/** Strips without text narrower than these shares of the usual one are double lines and margins, not cells. */
const EMPTY_ROW_SHARE = 0.6;
const EMPTY_COLUMN_SHARE = 0.4;
/** Most cells of one grid before spans: a page contains at most a few thousand words. */
const GRID_CELLS_CEILING = 20_000;

/**
 * Returns the grid of one lattice with its words; null where it is no grid at all. `blank` says whether rows to be
 * filled in are drawn.
 */
export function draftRuled(drawn: Lattice, words: FreeWords, blank = true): Draft | null {
  const parted = withEndsOfColumns(drawn, words);
  const lattice = withJoinedRows(parted, words);
  const { horizontal, vertical } = lattice;
  if (horizontal.length < 2) return null;
  const ys = openEdges(clusterPositions(horizontal.map(positionOf), ROW_EDGE_PT), vertical);
  const xs = openEdges(clusterPositions(vertical.map(positionOf), COLUMN_EDGE_PT), horizontal);
  if (xs.length < 2 || ys.length < 2 || xs.length * ys.length > GRID_CELLS_CEILING) return null;
  const region = regionOf({ xs, ys });
  const inside = words
    .between(region.top, region.bottom)
    .filter(word => !word.leads && holdsCentre(region, word))
    .sort((one, other) => one.item - other.item);
  // Like the shades of rows, rows shown by joints leave out no line that a text spans.
  const grid = closeByText(buildGrid(lattice, xs, ys), inside, blank && lattice === parted);
  const areas = partOpenLabels(findAreas(grid), grid, inside);
  const draft: Draft = { kind: 'ruled', xs, ys, cells: fillAreas(areas, xs, ys, inside) };
  const strips = dropEmptyStrips(withCurrencyCellsJoined(draft), blank);
  return splitTallRows(withoutFramedTexts(partLabels(strips)));
}

/**
 * Adds the end of a row where lines between columns end together while others continue, even without a line along it:
 * labels of totals stand below, across the columns that have ended.
 */
function withEndsOfColumns({ horizontal, vertical }: Lattice, words: FreeWords): Lattice {
  const { left, right, top, bottom } = extentOf({ horizontal, vertical });
  const ends = vertical.flatMap(({ start, end }) => [start, end]).sort((one, other) => one - other);
  const isFree = (y: number) =>
    y - top > ROW_EDGE_PT &&
    bottom - y > ROW_EDGE_PT &&
    horizontal.every(({ position }) => Math.abs(position - y) > ROW_EDGE_PT) &&
    vertical.some(({ start, end }) => start < y - ROW_EDGE_PT && end > y + ROW_EDGE_PT);
  const shared = clusterPositions(ends, CROSSING_SLACK_PT).filter(
    y => isFree(y) && ends.filter(end => Math.abs(end - y) <= CROSSING_SLACK_PT).length > 1,
  );
  const inside = shared.length === 0 ? [] : words.between(top, bottom);
  const cutsWord = (y: number) =>
    inside.some(
      word =>
        word.baseline - X_HEIGHT_EM * word.size < y &&
        word.baseline > y &&
        word.left < right &&
        word.right > left,
    );
  const edges = shared.filter(y => !cutsWord(y)).map(position => ruleAcross(position, left, right));
  return { horizontal: [...horizontal, ...edges], vertical };
}

const positionOf = ({ position }: Rule): number => position;

/** Returns the edges of an open side: where horizontal lines extend beyond the last edge, their median end is an edge, too. */
function openEdges(edges: number[], across: readonly Rule[]): number[] {
  const start = median(across.map(rule => rule.start));
  const end = median(across.map(rule => rule.end));
  const [first, last] = [edges[0] ?? start, edges.at(-1) ?? end];
  return [
    ...(first - start > OPEN_SIDE_PT ? [start] : []),
    ...edges,
    ...(end - last > OPEN_SIDE_PT ? [end] : []),
  ];
}

/** Removes strips of a grid without text that are much narrower than the others: double lines and margins, not cells. */
function dropEmptyStrips(draft: Draft, blank: boolean): Draft {
  const { xs, ys, cells } = draft;
  const heights = ys.slice(1).map((y, i) => y - (ys[i] ?? y));
  const widths = xs.slice(1).map((x, i) => x - (xs[i] ?? x));
  const filled = cells.filter(isFilled);
  const filledRows = new Set(filled.map(cell => cell.row));
  const filledColumns = new Set(filled.map(cell => cell.column));
  const [height, width] = [median(heights), median(widths)];
  const isRimmed = hasEmptyRim(draft, filled);
  const isRim = (strip: number, edges: readonly number[]) =>
    isRimmed && (strip === 0 || strip === edges.length - 2);
  const keepRow = (row: number) =>
    filledRows.has(row) ||
    (blank &&
      !isRim(row, ys) &&
      cells.some(cell => cell.row === row) &&
      (heights[row] ?? 0) >= EMPTY_ROW_SHARE * height);
  const keepColumn = (column: number) =>
    filledColumns.has(column) || (!isRim(column, xs) && (widths[column] ?? 0) >= EMPTY_COLUMN_SHARE * width);
  return keepOnly(draft, keepRow, keepColumn);
}

/** Whether no text stands at any of the four sides: a box or a coloured band into which a table was set. */
function hasEmptyRim({ xs, ys }: Draft, filled: readonly DraftCell[]): boolean {
  const inside = (from: number, span: number, edges: readonly number[]) =>
    from > 0 && from + span < edges.length - 1;
  return filled.every(cell => inside(cell.row, cell.rowspan, ys) && inside(cell.column, cell.colspan, xs));
}
