/** The unit cells of a ruled grid, and which of their sides are closed. Spans come from open sides. */

import type { Rule } from '../../../page/content.ts';
import type { Area } from '../shape/draft.ts';
import { BORDER_SHARE, byStart, COLUMN_EDGE_PT, coveredShare, ROW_EDGE_PT } from '../shape/rules.ts';
import type { Lattice } from './lattice.ts';

export interface Grid {
  /** Column edges from left to right and row edges from top to bottom: one more than columns and rows. */
  xs: number[];
  ys: number[];
  /** `vertical[i][r]`: whether a line runs along column edge i beside row r. */
  vertical: boolean[][];
  /** `horizontal[j][c]`: whether a line runs along row edge j under or over column c. */
  horizontal: boolean[][];
}

export function buildGrid(lattice: Lattice, xs: number[], ys: number[]): Grid {
  return {
    xs,
    ys,
    vertical: xs.map(x => closedSides(lattice.vertical, x, COLUMN_EDGE_PT, ys)),
    horizontal: ys.map(y => closedSides(lattice.horizontal, y, ROW_EDGE_PT, xs)),
  };
}

/** Returns for each interval between `stops` whether lines at `position` cover more than BORDER_SHARE of it. */
function closedSides(
  rules: readonly Rule[],
  position: number,
  tolerance: number,
  stops: readonly number[],
): boolean[] {
  const here = byStart(rules.filter(rule => Math.abs(rule.position - position) <= tolerance));
  return stops.slice(1).map((to, i) => coveredShare(here, stops[i] ?? to, to) > BORDER_SHARE);
}

/** Joins unit cells across open sides, first to the right, then downwards. The areas are rectangles that tile the grid. */
export function findAreas(grid: Grid): Area[] {
  const [rows, columns] = [grid.ys.length - 1, grid.xs.length - 1];
  const taken = Array.from({ length: rows }, () => new Array<boolean>(columns).fill(false));
  const areas: Area[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken[row]?.[column]) continue;
      const area = growArea(grid, taken, row, column);
      areas.push(area);
      for (let r = row; r < row + area.rowspan; r += 1) taken[r]?.fill(true, column, column + area.colspan);
    }
  }
  return areas;
}

function growArea(grid: Grid, taken: boolean[][], row: number, column: number): Area {
  const [rows, columns] = [grid.ys.length - 1, grid.xs.length - 1];
  let colspan = 1;
  while (
    column + colspan < columns &&
    !taken[row]?.[column + colspan] &&
    !grid.vertical[column + colspan]?.[row]
  ) {
    colspan += 1;
  }
  let rowspan = 1;
  while (row + rowspan < rows && opensDown(grid, taken, row + rowspan, column, colspan)) rowspan += 1;
  return { row, column, rowspan, colspan };
}

/** Whether the unit cells of `row` under the area are free, undivided, and open towards it. */
function opensDown(grid: Grid, taken: boolean[][], row: number, column: number, colspan: number): boolean {
  for (let c = column; c < column + colspan; c += 1) {
    if (taken[row]?.[c] || grid.horizontal[row]?.[c]) return false;
    if (c > column && grid.vertical[c]?.[row]) return false;
  }
  return true;
}
