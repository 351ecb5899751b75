/**
 * Turns light print on dark (table heads, bars, whole tables) into dark print on light; otherwise the ground around the
 * letters would be taken for ink.
 */
import type { GreyImage } from '../engine.ts';
import { inEvenLight, WHITE } from './even-light.ts';
import { paperShade } from './ink.ts';
import { areasOf, leastArea, type Squares, smoothSquares } from './shade-squares.ts';

/** Dark areas have at most this share of the paper's lightness, in any shades: stripes and gradients form one area. */
const DARK_SHARE = 0.65;
/** In letter heights: a table may be as high as a page, and a shadow extends to the page's edge. */
const PAPER_HEIGHTS = 60;
/** The share of its bounding rectangle that an area must fill, column by column; drawings and photographs do not. */
const LEAST_FILL = 0.8;
/** Print is at least this many shades lighter than its ground, on between these shares of the area. */
const PRINT_CONTRAST = 64;
const PRINT_SHARE = { least: 0.005, most: 0.5 };
/** Beside an area, pixels darker than this share of the way from the area's shade to white are its soft edge. */
const EDGE_SHARE = 0.8;

/** The picture with such areas turned into dark on light; the same object if there are none. */
export function withLightAreas(
  image: GreyImage,
  letterHeight: number,
  squares = smoothSquares(image, letterHeight),
): GreyImage {
  if (squares === null) return image;
  const { side, columns, rows, shades } = squares;
  const limit = DARK_SHARE * paperShade(image);
  if (shades.every(shade => shade >= limit)) return image;
  const reach = Math.round((PAPER_HEIGHTS * letterHeight) / side);
  const dark = inEvenLight(shades, columns, rows, reach).map(shade => Number(shade < DARK_SHARE * WHITE));
  const least = leastArea(letterHeight, squares);
  let turned: Uint8Array | null = null;
  for (const area of areasOf(squares, dark, WHITE)) {
    const found = columnsOf(area, squares, least);
    if (found === null || !hasLightPrint(image, squares, found)) continue;
    turned ??= image.pixels.slice();
    for (const [at, column] of found.entries())
      turn(image, turned, squares, column, at === 0 || at === found.length - 1);
  }
  return turned === null ? image : { ...image, pixels: turned };
}

/** One column of an area's squares, from the first to behind the last; letters make no holes in it. */
interface Column {
  column: number;
  top: number;
  bottom: number;
}

/** Null if the area is too small or not rectangular. */
function columnsOf(
  area: readonly number[],
  { columns }: Squares,
  least: { width: number; height: number },
): Column[] | null {
  if (area.length < LEAST_FILL * least.width * least.height) return null;
  const found = new Map<number, Column>();
  let [top, bottom] = [Infinity, 0];
  for (const at of area) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const known = found.get(column) ?? { column, top: row, bottom: row + 1 };
    known.top = Math.min(known.top, row);
    known.bottom = Math.max(known.bottom, row + 1);
    found.set(column, known);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
  }
  const all = [...found.values()].sort((a, b) => a.column - b.column);
  const filled = all.reduce((sum, one) => sum + one.bottom - one.top, 0);
  const isSized = all.length >= least.width && bottom - top >= least.height;
  return isSized && filled >= LEAST_FILL * all.length * (bottom - top) ? all : null;
}

/**
 * Whether what stands out of the area is lighter than it, and of an amount that print has; the outermost squares are
 * partly paper.
 */
function hasLightPrint(
  { width, pixels }: GreyImage,
  { side, ...squares }: Squares,
  columns: readonly Column[],
): boolean {
  let [light, dark, all] = [0, 0, 0];
  for (const { column, top, bottom } of columns.slice(1, -1))
    for (let row = top + 1; row < bottom - 1; row++) {
      const ground = squares.shades[row * squares.columns + column] ?? 0;
      for (let y = row * side; y < (row + 1) * side; y++)
        for (let x = column * side; x < (column + 1) * side; x++, all++) {
          const shade = pixels[y * width + x] ?? 0;
          if (shade > ground + PRINT_CONTRAST) light++;
          else if (shade < ground - PRINT_CONTRAST) dark++;
        }
    }
  return light > dark && light >= PRINT_SHARE.least * all && light <= PRINT_SHARE.most * all;
}

/** Inverts a column. An area's outermost squares are partly paper and soft at the edge, and hold no print. */
function turn(
  { width, height, pixels }: GreyImage,
  to: Uint8Array,
  { side, ...squares }: Squares,
  { column, top, bottom }: Column,
  isOutermost: boolean,
): void {
  const [left, right] = [column * side, (column + 1) * side];
  for (let y = Math.max(0, (top - 1) * side); y < Math.min(height, (bottom + 1) * side); y++) {
    const row = Math.min(bottom - 1, Math.max(top, Math.floor(y / side)));
    const ground = squares.shades[row * squares.columns + column] ?? 0;
    const isInside = !isOutermost && y >= (top + 1) * side && y < (bottom - 1) * side;
    const reach = isOutermost ? side : 0;
    for (let x = Math.max(0, left - reach); x < Math.min(width, right + reach); x++) {
      const at = y * width + x;
      const shade = pixels[at] ?? 0;
      if (isInside) to[at] = Math.min(WHITE, WHITE - (shade - ground));
      else if (shade < ground + EDGE_SHARE * (WHITE - ground)) to[at] = WHITE;
    }
  }
}
