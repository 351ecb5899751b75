/** Which pixels are ink: darker than the paper around them. */
import type { GreyImage } from '../engine.ts';

export interface Mask {
  width: number;
  height: number;
  /** 1 where there is ink, row by row. */
  ink: Uint8Array;
}

/** Half the side of the neighbourhood that stands for the paper: a good line of 12-point print at 200 dpi. */
const NEIGHBOURHOOD_PX = 20;
/** Ink is at least this much darker than the mean around it: faded print is, paper texture is not. */
const INK_SHARE_OF_MEAN = 0.86;

/**
 * Threshold against the local mean: shadows and tinted boxes are paper; the inside of solid areas is not ink, nor is
 * anything where the mean lies below `darkestGround`.
 */
export function inkMask({ width, height, pixels }: GreyImage, darkestGround = 0): Mask {
  const ink = new Uint8Array(width * height);
  // Signed, and cut to 32 bits at each step: V8 would add unsigned numbers as floating point.
  const columnSums = new Int32Array(width);
  const shares = shareOfColumns(width);
  const radius = NEIGHBOURHOOD_PX;
  for (let y = 0; y < Math.min(radius, height); y++)
    moveDown(columnSums, pixels.subarray(y * width, (y + 1) * width), null);
  const leastLimit = darkestGround * INK_SHARE_OF_MEAN;
  for (let y = 0; y < height; y++) {
    const [below, above] = [y + radius, y - radius - 1];
    const entering = below < height ? pixels.subarray(below * width, (below + 1) * width) : null;
    const leaving = above >= 0 ? pixels.subarray(above * width, (above + 1) * width) : null;
    moveDown(columnSums, entering, leaving);
    const rows = Math.min(height - 1, below) - Math.max(0, above + 1) + 1;
    const row = { from: y * width, rows };
    maskRow(ink, pixels, columnSums, row, shares, leastLimit);
  }
  return { width, height, ink };
}

/** By column: the share of the mean that ink stays below, divided by the columns of the neighbourhood. */
function shareOfColumns(width: number): Float64Array {
  const radius = NEIGHBOURHOOD_PX;
  return Float64Array.from(
    { length: width },
    (_, x) => INK_SHARE_OF_MEAN / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1),
  );
}

/** Adds one row of pixels and takes another away. */
function moveDown(columnSums: Int32Array, entering: Uint8Array | null, leaving: Uint8Array | null): void {
  const width = columnSums.length;
  if (entering !== null && leaving !== null)
    for (let x = 0; x < width; x++)
      columnSums[x] = ((columnSums[x] ?? 0) + (entering[x] ?? 0) - (leaving[x] ?? 0)) | 0;
  else if (entering !== null)
    for (let x = 0; x < width; x++) columnSums[x] = ((columnSums[x] ?? 0) + (entering[x] ?? 0)) | 0;
  else if (leaving !== null)
    for (let x = 0; x < width; x++) columnSums[x] = ((columnSums[x] ?? 0) - (leaving[x] ?? 0)) | 0;
}

/** No mean allows lighter ink: most pixels are paper and need no more than this look. */
const LIGHTEST_INK = INK_SHARE_OF_MEAN * 255;

/** `row`: index of its first pixel, and the rows of its neighbourhood. */
function maskRow(
  ink: Uint8Array,
  pixels: Uint8Array,
  columnSums: Int32Array,
  row: { from: number; rows: number },
  shares: Float64Array,
  leastLimit: number,
): void {
  const width = columnSums.length;
  const radius = NEIGHBOURHOOD_PX;
  const { from, rows } = row;
  let sum = 0;
  for (let x = 0; x < Math.min(radius, width); x++) sum = (sum + (columnSums[x] ?? 0)) | 0;
  for (let x = 0; x < width; x++) {
    if (x + radius < width) sum = (sum + (columnSums[x + radius] ?? 0)) | 0;
    if (x > radius) sum = (sum - (columnSums[x - radius - 1] ?? 0)) | 0;
    const shade = pixels[from + x] ?? 0;
    if (shade >= LIGHTEST_INK) continue;
    const limit = (sum * (shares[x] ?? 0)) / rows;
    if (shade < limit && limit >= leastLimit) ink[from + x] = 1;
  }
}

/** Pixels this far from the commonest shade are a mark; scanner noise stays below. */
const MARK_CONTRAST = 40;
/** Fewer marked pixels than a full stop and a comma at 200 dpi have: nothing to read. */
const LEAST_MARKED_PIXELS = 60;

export function isBlank(image: GreyImage): boolean {
  const { pixels } = image;
  const paper = paperShade(image);
  let marked = 0;
  for (let at = 0; at < pixels.length; at++)
    if (Math.abs((pixels[at] ?? 0) - paper) > MARK_CONTRAST && ++marked >= LEAST_MARKED_PIXELS) return false;
  return true;
}

/** Of larger pictures every so many pixels tell the commonest shade as well. */
const ENOUGH_PIXELS = 300_000;

/** The commonest shade: paper, as a rule. */
export function paperShade({ pixels }: GreyImage): number {
  const stride = Math.max(1, Math.floor(pixels.length / ENOUGH_PIXELS));
  const histogram = new Uint32Array(256);
  // By index: the iterator of a typed array costs several times as much.
  for (let at = 0; at < pixels.length; at += stride) {
    const shade = pixels[at] ?? 0;
    histogram[shade] = (histogram[shade] ?? 0) + 1;
  }
  return histogram.indexOf(Math.max(...histogram));
}
