/** A picture reduced to squares of a few pixels, without letters and thin lines. */
import type { GreyImage } from '../engine.ts';

/** The side of a square in letter heights: the strokes of letters fill less than half of nine squares. */
const SQUARE_HEIGHTS = 0.25;
const SQUARE_PX = { least: 2, most: 8 };

/** Pictures with larger print, or without any, have no tables. */
const LETTER_PX = { least: 5, most: 120 };
/** The least size of an area in another shade than the paper, in letter heights. */
const LEAST_AREA = { width: 4, height: 1 };

/** In pixels, for letters of the given height. */
function squareSide(letterHeight: number): number {
  return Math.min(SQUARE_PX.most, Math.max(SQUARE_PX.least, Math.round(SQUARE_HEIGHTS * letterHeight)));
}

export interface Squares {
  /** In pixels. */
  side: number;
  columns: number;
  rows: number;
  shades: Uint8Array;
}

/** The squares for letters of the given height, which are smoothed away; null if the print is too small or too large. */
export function smoothSquares(image: GreyImage, letterHeight: number): Squares | null {
  if (letterHeight < LETTER_PX.least || letterHeight > LETTER_PX.most) return null;
  return smoothed(squaresOf(image, squareSide(letterHeight)));
}

/** The least size of an area that counts, in squares. */
export const leastArea = (letterHeight: number, { side }: Squares) => ({
  width: (LEAST_AREA.width * letterHeight) / side,
  height: (LEAST_AREA.height * letterHeight) / side,
});

/** The median shade of each square, from every second pixel in both directions. */
function squaresOf({ width, height, pixels }: GreyImage, side: number): Squares {
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  const shades = new Uint8Array(columns * rows);
  const stride = side > 3 ? 2 : 1;
  const inside = new Uint8Array(side * side);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let count = 0;
      for (let y = row * side; y < (row + 1) * side; y += stride)
        for (let x = column * side; x < (column + 1) * side; x += stride)
          count = inserted(inside, count, pixels[y * width + x] ?? 0);
      shades[at++] = inside[count >> 1] ?? 0;
    }
  return { side, columns, rows, shades };
}

/** Inserts the value among the first `count` values, which are sorted. */
function inserted(sorted: Uint8Array, count: number, value: number): number {
  let at = count;
  for (; at > 0 && (sorted[at - 1] ?? 0) > value; at--) sorted[at] = sorted[at - 1] ?? 0;
  sorted[at] = value;
  return count + 1;
}

/** Gives each square the median shade of the nine around it, which removes letters and thin lines. */
function smoothed({ side, columns, rows, shades }: Squares): Squares {
  const smooth = new Uint8Array(shades.length);
  const inside = new Uint8Array(9);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let count = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          count = inserted(inside, count, shades[y * columns + x] ?? 0);
      smooth[row * columns + column] = inside[count >> 1] ?? 0;
    }
  return { side, columns, rows, shades: smooth };
}

/** The positions of connected squares whose shades agree to within `contrast`. */
export function* areasOf(
  { columns, rows, shades }: Squares,
  darker: Uint8Array,
  contrast: number,
): Generator<number[]> {
  for (let start = 0; start < darker.length; start++) {
    if (darker[start] !== 1) continue;
    const area = [start];
    darker[start] = 0;
    const shade = shades[start] ?? 0;
    for (let read = 0; read < area.length; read++) {
      const at = area[read] ?? 0;
      const column = at % columns;
      const neighbours = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        at - columns,
        at < (rows - 1) * columns ? at + columns : -1,
      ];
      for (const next of neighbours) {
        if (next < 0 || darker[next] !== 1 || Math.abs((shades[next] ?? 0) - shade) > contrast) continue;
        darker[next] = 0;
        area.push(next);
      }
    }
    yield area;
  }
}
