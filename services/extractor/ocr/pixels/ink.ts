/** Which pixels are ink: darker than the paper around them. */
import type { Box, GreyImage } from '../engine.ts';
import { histogramOf } from './histogram.ts';

export interface Mask {
  width: number;
  height: number;
  /** 1 where there is ink, row by row. */
  ink: Uint8Array;
}

/** The pixels of a square this large share a threshold … */
const SQUARE_PX = 8;
/** … that is taken from this many squares on each side, too: about a line of 12-point print at 200 dpi. */
const REACH = 2;
/** Ink is darker than this share of the mean around it: faded print is, paper texture is not. */
const INK_SHARE_OF_MEAN = 0.86;
/** The mean is taken over every this many pixels in both directions. */
const STRIDE_PX = 2;

/**
 * Thresholds against the local mean: shadows and tinted boxes count as paper. The inside of solid areas is not ink, nor
 * is anything where the mean is below `darkestGround`.
 */
export function inkMask(image: GreyImage, darkestGround = 0): Mask {
  const { width, height, pixels } = image;
  const ink = new Uint8Array(width * height);
  const [columns, rows] = [Math.ceil(width / SQUARE_PX), Math.ceil(height / SQUARE_PX)];
  const means = squareMeans(image, columns, rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const mean = meanAround(means, columns, rows, column, row);
      if (mean < darkestGround) continue;
      const limit = INK_SHARE_OF_MEAN * mean;
      const [right, bottom] = [
        Math.min(width, (column + 1) * SQUARE_PX),
        Math.min(height, (row + 1) * SQUARE_PX),
      ];
      for (let y = row * SQUARE_PX; y < bottom; y++)
        for (let at = y * width + column * SQUARE_PX; at < y * width + right; at++)
          if ((pixels[at] ?? 0) < limit) ink[at] = 1;
    }
  return { width, height, ink };
}

function squareMeans({ width, height, pixels }: GreyImage, columns: number, rows: number): Float64Array {
  const means = new Float64Array(columns * rows);
  for (let row = 0, square = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, square++) {
      let [sum, count] = [0, 0];
      for (let y = row * SQUARE_PX; y < Math.min(height, (row + 1) * SQUARE_PX); y += STRIDE_PX)
        for (
          let x = column * SQUARE_PX;
          x < Math.min(width, (column + 1) * SQUARE_PX);
          x += STRIDE_PX, count++
        )
          sum += pixels[y * width + x] ?? 0;
      means[square] = sum / count;
    }
  return means;
}

function meanAround(means: Float64Array, columns: number, rows: number, column: number, row: number): number {
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y++)
    for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x++, count++)
      sum += means[y * columns + x] ?? 0;
  return sum / count;
}

/**
 * Pixels this far from the most common shade may be a mark: faded print differs by 20. Stronger noise passes, too, and
 * is examined later.
 */
export const MARK_CONTRAST = 16;
/** A full stop and a comma at 200 dpi have more marked pixels than this; with fewer there is nothing to read. */
const LEAST_MARKED_PIXELS = 60;

export function isBlank(image: GreyImage): boolean {
  const { pixels } = image;
  const paper = paperShade(image);
  let marked = 0;
  for (let at = 0; at < pixels.length; at++)
    if (Math.abs((pixels[at] ?? 0) - paper) > MARK_CONTRAST && ++marked >= LEAST_MARKED_PIXELS) return false;
  return true;
}

/** The smallest box around everything that may be a mark; the whole picture if there is nothing. */
export function markedBox(image: GreyImage): Box {
  const { width, height, pixels } = image;
  const paper = paperShade(image);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (Math.abs((pixels[at] ?? 0) - paper) <= MARK_CONTRAST) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  return right === 0 ? { left: 0, top: 0, right: width, bottom: height } : { left, top, right, bottom };
}

/** In larger pictures, a sample of this many pixels gives the most common shade just as well. */
const ENOUGH_PIXELS = 100_000;

/** The most common shade, which is usually the paper. */
export function paperShade({ pixels }: GreyImage): number {
  const histogram = histogramOf(pixels, Math.max(1, Math.floor(pixels.length / ENOUGH_PIXELS)));
  return histogram.indexOf(Math.max(...histogram));
}
