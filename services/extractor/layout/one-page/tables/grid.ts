/** The unit cells of a ruled grid and which of their sides are closed; spans come from sides that are open. */
import type { Rule } from '../../page/content.ts';
import type { Lattice } from './lattice.ts';
import { BORDER_SHARE, COLUMN_EDGE_PT, ROW_EDGE_PT } from './thresholds.ts';

export interface Grid {
  /** Column edges from left to right and row edges from top to bottom: one more than columns and rows. */
  xs: number[];
  ys: number[];
  /** `vertical[i][r]`: whether a line runs along column edge i beside row r. */
  vertical: boolean[][];
  /** `horizontal[j][c]`: whether a line runs along row edge j under or over column c. */
  horizontal: boolean[][];
}

/** A cell of the grid: the unit cells from (row, column) on that no line divides. */
export interface Area {
  row: number;
  column: number;
  rowspan: number;
  colspan: number;
}

export function buildGrid(lattice: Lattice, xs: number[], ys: number[]): Grid {
  return {
    xs,
    ys,
    vertical: xs.map(x => closedSides(lattice.vertical, x, COLUMN_EDGE_PT, ys)),
    horizontal: ys.map(y => closedSides(lattice.horizontal, y, ROW_EDGE_PT, xs)),
  };
}

/** Middles of the groups of positions that lie within `tolerance` of their neighbours. */
export function clusterPositions(positions: readonly number[], tolerance: number): number[] {
  const clusters: number[][] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = clusters.at(-1);
    if (last && position - (last[0] ?? 0) <= tolerance) last.push(position);
    else clusters.push([position]);
  }
  return clusters.map(cluster => cluster.reduce((sum, value) => sum + value, 0) / cluster.length);
}

/** For each interval between `stops`: whether lines at `position` cover more than BORDER_SHARE of it. */
function closedSides(
  rules: readonly Rule[],
  position: number,
  tolerance: number,
  stops: readonly number[],
): boolean[] {
  const here = byStart(rules.filter(rule => Math.abs(rule.position - position) <= tolerance));
  return stops.slice(1).map((to, i) => coveredShare(here, stops[i] ?? to, to) > BORDER_SHARE);
}

/** Share of the stretch that rules of its direction lie along. */
export function coverage(rules: readonly Rule[], from: number, to: number): number {
  return coveredShare(byStart(rules), from, to);
}

const byStart = (rules: readonly Rule[]): Rule[] => rules.toSorted((a, b) => a.start - b.start);

function coveredShare(sorted: readonly Rule[], from: number, to: number): number {
  let covered = 0;
  let reached = from;
  for (const rule of sorted) {
    const [start, end] = [Math.max(rule.start, reached), Math.min(rule.end, to)];
    if (end <= start) continue;
    covered += end - start;
    reached = end;
  }
  return to > from ? covered / (to - from) : 0;
}

/** Joins unit cells over open sides: first to the right, then downwards; always rectangles, always a tiling. */
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
