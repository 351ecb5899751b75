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
  const columnSums = new Uint32Array(width);
  const shares = shareOfColumns(width);
  const radius = NEIGHBOURHOOD_PX;
  for (let y = 0; y < Math.min(radius, height); y++) moveDown(columnSums, pixels, y * width, -1);
  for (let y = 0; y < height; y++) {
    const entering = y + radius < height ? (y + radius) * width : -1;
    const leaving = y > radius ? (y - radius - 1) * width : -1;
    moveDown(columnSums, pixels, entering, leaving);
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    maskRow(ink, pixels, columnSums, y * width, shares, rows, darkestGround * INK_SHARE_OF_MEAN);
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

/** Adds the row that begins at `entering` and takes away the one at `leaving`; -1 stands for none. */
function moveDown(columnSums: Uint32Array, pixels: Uint8Array, entering: number, leaving: number): void {
  if (entering < 0 && leaving < 0) return;
  for (let x = 0; x < columnSums.length; x++) {
    const more = entering < 0 ? 0 : (pixels[entering + x] ?? 0);
    const less = leaving < 0 ? 0 : (pixels[leaving + x] ?? 0);
    columnSums[x] = (columnSums[x] ?? 0) + more - less;
  }
}

function maskRow(
  ink: Uint8Array,
  pixels: Uint8Array,
  columnSums: Uint32Array,
  row: number,
  shares: Float64Array,
  rows: number,
  leastLimit: number,
): void {
  const width = columnSums.length;
  const radius = NEIGHBOURHOOD_PX;
  let sum = 0;
  for (let x = 0; x < Math.min(radius, width); x++) sum += columnSums[x] ?? 0;
  for (let x = 0; x < width; x++) {
    if (x + radius < width) sum += columnSums[x + radius] ?? 0;
    if (x > radius) sum -= columnSums[x - radius - 1] ?? 0;
    const limit = (sum * (shares[x] ?? 0)) / rows;
    if ((pixels[row + x] ?? 0) < limit && limit >= leastLimit) ink[row + x] = 1;
  }
}

/** Pixels this far from the commonest shade are a mark; scanner noise stays below. */
const MARK_CONTRAST = 40;
/** Fewer marked pixels than a full stop and a comma at 200 dpi have: nothing to read. */
const LEAST_MARKED_PIXELS = 60;

export function isBlank(image: GreyImage): boolean {
  const histogram = shades(image);
  const paper = histogram.indexOf(Math.max(...histogram));
  let marked = 0;
  for (let shade = 0; shade < histogram.length; shade++)
    if (Math.abs(shade - paper) > MARK_CONTRAST) marked += histogram[shade] ?? 0;
  return marked < LEAST_MARKED_PIXELS;
}

/** Of larger pictures every so many pixels tell the commonest shade as well. */
const ENOUGH_PIXELS = 300_000;

/** The commonest shade: paper, as a rule. */
export function paperShade(image: GreyImage): number {
  const histogram = shades(image, Math.max(1, Math.floor(image.pixels.length / ENOUGH_PIXELS)));
  return histogram.indexOf(Math.max(...histogram));
}

function shades({ pixels }: GreyImage, stride = 1): Uint32Array {
  const histogram = new Uint32Array(256);
  // By index: the iterator of a typed array costs several times as much.
  for (let at = 0; at < pixels.length; at += stride) {
    const shade = pixels[at] ?? 0;
    histogram[shade] = (histogram[shade] ?? 0) + 1;
  }
  return histogram;
}
