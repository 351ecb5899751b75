/** Finds rectangles of another shade than the paper around them: table stripes and heads, boxes, bars. */

import type { Box, GreyImage } from '../engine.ts';
import { median } from '../median.ts';
import { inEvenLight, WHITE } from './even-light.ts';
import { areasOf, leastArea, type Squares, smoothSquares } from './shade-squares.ts';

/** In letter heights: an area higher than this that is darker than its surroundings is paper and no table stripe. */
const PAPER_HEIGHTS = 24;
/**
 * An area differs from the paper by at least this many shades, and this many times the difference that noise makes
 * between neighbouring squares.
 */
const LEAST_CONTRAST = 6;
const NOISE_TIMES = 4;
/** The share of its bounding rectangle that an area must fill. */
const LEAST_FILL = 0.85;
/** The share of the upper and lower side along which the shade must change: fading light has no edge. */
const EDGE_SHARE = 0.7;
/** More areas are a photograph or a pattern. */
const MOST_AREAS = 400;

export interface ShadedArea extends Box {
  /** 0 is black. */
  shade: number;
}

/** From top to bottom; none if the picture's print is too small or too large to tell. */
export function shadedAreas(
  image: GreyImage,
  letterHeight: number,
  seen = smoothSquares(image, letterHeight),
): ShadedArea[] {
  if (seen === null || seen.columns < 4 || seen.rows < 4) return [];
  const { side, columns, rows } = seen;
  const reach = Math.round((PAPER_HEIGHTS * letterHeight) / side);
  const squares = { ...seen, shades: inEvenLight(seen.shades, columns, rows, reach) };
  const contrast = Math.max(LEAST_CONTRAST, NOISE_TIMES * noiseOf(squares));
  const darker = squares.shades.map(shade => Number(shade <= WHITE - contrast));
  const least = leastArea(letterHeight, seen);
  const areas: ShadedArea[] = [];
  const found: ShadedArea[] = [];
  for (const area of areasOf(squares, darker.slice(), contrast)) {
    const rectangle = rectangleOf(area, squares, contrast, least);
    if (rectangle !== null && !found.some(other => holds(other, rectangle)))
      found.push(widened(rectangle, darker, columns));
  }
  for (const area of found)
    areas.push({
      shade: area.shade,
      left: area.left * side,
      right: Math.min(image.width, area.right * side),
      top: area.top * side,
      bottom: Math.min(image.height, area.bottom * side),
    });
  return areas.length > MOST_AREAS ? [] : areas.sort((a, b) => a.top - b.top || a.left - b.left);
}

/** The median difference between neighbouring squares. */
function noiseOf({ columns, shades }: Squares): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let at = 1; at < shades.length; at++) {
    if (at % columns === 0) continue;
    const apart = Math.abs((shades[at] ?? 0) - (shades[at - 1] ?? 0));
    counts[apart] = (counts[apart] ?? 0) + 1;
    all++;
  }
  return ranked(counts, all / 2);
}

function ranked(counts: Uint32Array, rank: number): number {
  let [at, seen] = [0, counts[0] ?? 0];
  while (seen < rank && at < 255) seen += counts[++at] ?? 0;
  return at;
}

/** The rectangle that an area forms, in squares; null if it forms none, or if it touches the picture's edge. */
function rectangleOf(
  area: readonly number[],
  { columns, rows, shades }: Squares,
  contrast: number,
  least: { width: number; height: number },
): ShadedArea | null {
  if (area.length < LEAST_FILL * least.width * least.height) return null;
  const tops = new Map<number, number>();
  const bottoms = new Map<number, number>();
  for (const at of area) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    tops.set(column, Math.min(row, tops.get(column) ?? row));
    bottoms.set(column, Math.max(row, bottoms.get(column) ?? row));
  }
  const [left, right] = [Math.min(...tops.keys()), Math.max(...tops.keys()) + 1];
  // Medians, so that a stripe that leans slightly still counts.
  const [top, bottom] = [median([...tops.values()]), median([...bottoms.values()]) + 1];
  // Column by column from end to end, so that light print in a dark bar is no hole.
  let filled = 0;
  for (const [column, last] of bottoms) filled += last + 1 - (tops.get(column) ?? last);
  const isSized = right - left >= least.width && bottom - top >= least.height;
  const isInside = left > 0 && top > 1 && right < columns && bottom < rows - 1;
  if (!isSized || !isInside || filled < LEAST_FILL * (right - left) * (bottom - top)) return null;
  const shade = median(area.map(at => shades[at] ?? 0));
  const hasEdge = (edges: ReadonlyMap<number, number>, outwards: number) => {
    const steps = [...edges].filter(([column, row]) => {
      const outside = shades[(row + outwards) * columns + column] ?? shade;
      return Math.abs(outside - shade) >= contrast;
    });
    return steps.length >= EDGE_SHARE * (right - left);
  };
  return hasEdge(tops, -2) && hasEdge(bottoms, 2) ? { left, right, top, bottom, shade } : null;
}

/** The share of a column's squares that must be darker than paper, where print is close together on a stripe. */
const COLUMN_SHARE = 0.5;

/**
 * The rectangle extended to both sides as far as its columns are shaded: print interrupts stripes that are hardly
 * higher than it.
 */
function widened(area: ShadedArea, darker: Uint8Array, columns: number): ShadedArea {
  const isShaded = (column: number): boolean => {
    let count = 0;
    for (let row = area.top; row < area.bottom; row++) count += darker[row * columns + column] ?? 0;
    const [first, last] = [darker[area.top * columns + column], darker[(area.bottom - 1) * columns + column]];
    return count >= COLUMN_SHARE * (area.bottom - area.top) || (first === 1 && last === 1);
  };
  let { left, right } = area;
  while (left > 1 && isShaded(left - 1)) left--;
  while (right < columns - 1 && isShaded(right)) right++;
  return { ...area, left, right };
}

function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}
