/** Finds the edges of a sheet of paper that was photographed on a darker ground, unless it is a scan. */
import type { GreyImage } from '../engine.ts';
import { type Curve, edgeThrough } from './edge.ts';
import { groundOf, type Squares, sheetSquares, squaresOf } from './squares.ts';

export interface Point {
  x: number;
  y: number;
}

/** In pixels of the picture. */
export interface Sheet {
  topLeft: Point;
  topRight: Point;
  bottomLeft: Point;
  bottomRight: Point;
  /** How far the middles of the edges are off the straight lines between the corners: down, or to the right. */
  bulges: { top: number; bottom: number; left: number; right: number };
}

/** The sheet, and the side of the squares with which it was found; null if there is none worth straightening. */
export function sheetOf(image: GreyImage): { sheet: Sheet; side: number } | null {
  const ground = groundOf(image);
  if (ground === null) return null;
  const squares = squaresOf(image);
  const paper = sheetSquares(squares, ground);
  const sheet = paper && withEdges(squares, paper);
  return sheet && isAskew(sheet) ? { sheet, side: squares.side } : null;
}

function withEdges({ columns, rows, side }: Squares, paper: Uint8Array): Sheet | null {
  const across = { length: columns, depth: rows, step: 1, stride: columns };
  const down = { length: rows, depth: columns, step: columns, stride: 1 };
  const [topLeft, topRight, bottomRight, bottomLeft] = cornersOf(paper, columns);
  const top = edgeThrough(placesOf(paper, across), topLeft.x, topRight.x);
  const bottom = edgeThrough(placesOf(paper, across, true), bottomLeft.x, bottomRight.x);
  const left = edgeThrough(placesOf(paper, down), topLeft.y, bottomLeft.y);
  const right = edgeThrough(placesOf(paper, down, true), topRight.y, bottomRight.y);
  if (!top || !bottom || !left || !right) return null;
  const bulges = { top: top.bulge, bottom: bottom.bulge, left: left.bulge, right: right.bulge };
  for (const edge of ['top', 'bottom', 'left', 'right'] as const) bulges[edge] *= side;
  return {
    topLeft: crossing(top, left, side),
    topRight: crossing(top, right, side),
    bottomLeft: crossing(bottom, left, side),
    bottomRight: crossing(bottom, right, side),
    bulges,
  };
}

/** Clockwise from the top left: the squares furthest out along the diagonals. */
function cornersOf(paper: Uint8Array, columns: number): [Point, Point, Point, Point] {
  const corners: [Point, Point, Point, Point] = [NOWHERE, NOWHERE, NOWHERE, NOWHERE];
  const furthest = Array.from(corners, () => Number.NEGATIVE_INFINITY);
  for (let at = paper.indexOf(1); at >= 0; at = paper.indexOf(1, at + 1)) {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    for (const [corner, way] of [-x - y, x - y, x + y, y - x].entries()) {
      if (way <= (furthest[corner] ?? 0)) continue;
      furthest[corner] = way;
      corners[corner] = { x, y };
    }
  }
  return corners;
}

const NOWHERE: Point = { x: 0, y: 0 };

/** How to walk the squares: along an edge, and across it. */
interface Walk {
  length: number;
  depth: number;
  step: number;
  stride: number;
}

/** Where the paper begins or ends, for each place along the edge; null where there is none. */
function placesOf(
  paper: Uint8Array,
  { length, depth, step, stride }: Walk,
  isEnd = false,
): (number | null)[] {
  return Array.from({ length }, (_, along) => {
    const isPaper = (at: number) => paper[along * step + at * stride] === 1;
    const across = Array.from({ length: depth }, (_, at) => at);
    const place = isEnd ? across.findLastIndex(isPaper) + 1 : across.findIndex(isPaper);
    return across.some(isPaper) ? place : null;
  });
}

/** Where the straight lines of a horizontal and a vertical edge meet. */
function crossing(across: Curve, down: Curve, side: number): Point {
  const fall = (across.last - across.first) / (across.end - across.start);
  const lean = (down.last - down.first) / (down.end - down.start);
  const [level, middle] = [across.first - fall * across.start, down.first - lean * down.start];
  const x = (lean * level + middle) / (1 - lean * fall);
  return { x: x * side, y: (level + fall * x) * side };
}

/**
 * The share of the sheet's sides by which a corner or the middle of an edge must be off a rectangle; print with less is
 * read as well.
 */
const LEAST_ASKEW_SHARE = 0.008;
/** A larger turn is not found from the lines of print alone (`level.ts`); ratio of rise to length. */
const LEAST_LEAN = 0.2;
/** The shorter of two opposite edges, as a share of the longer one; at a steeper angle print is not legible. */
const LEAST_FACING_SHARE = 0.5;

function isAskew({ topLeft, topRight, bottomLeft, bottomRight, bulges }: Sheet): boolean {
  const [top, bottom] = [distance(topLeft, topRight), distance(bottomLeft, bottomRight)];
  const [left, right] = [distance(topLeft, bottomLeft), distance(topRight, bottomRight)];
  const isSteep = Math.min(top / bottom, bottom / top, left / right, right / left) < LEAST_FACING_SHARE;
  if (isSteep || !Number.isFinite(top + bottom + left + right)) return false;
  const shear =
    ((topRight.x - topLeft.x) * (bottomLeft.x - topLeft.x) +
      (topRight.y - topLeft.y) * (bottomLeft.y - topLeft.y)) /
    Math.max(top, left);
  const off = [
    top - bottom,
    left - right,
    shear,
    2 * bulges.top,
    2 * bulges.bottom,
    2 * bulges.left,
    2 * bulges.right,
  ];
  const leans = Math.abs(topRight.y - topLeft.y) > LEAST_LEAN * top;
  return leans || off.some(length => Math.abs(length) > LEAST_ASKEW_SHARE * Math.min(top, left));
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
