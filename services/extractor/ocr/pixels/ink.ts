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

/** No mean allows lighter ink: most pixels are paper and need no more than this look. */
const LIGHTEST_INK = INK_SHARE_OF_MEAN * 255;

/**
 * Threshold against the local mean: shadows and tinted boxes are paper; the inside of solid areas is not ink, nor is
 * anything where the mean lies below `darkestGround`.
 */
export function inkMask({ width, height, pixels }: GreyImage, darkestGround = 0): Mask {
  const ink = new Uint8Array(width * height);
  const sums = new Sums(width);
  const radius = NEIGHBOURHOOD_PX;
  const rowAt = (y: number) => (y >= 0 && y < height ? pixels.subarray(y * width, (y + 1) * width) : null);
  for (let y = 0; y < radius; y++) sums.moveDown(rowAt(y), null);
  const leastLimit = darkestGround * INK_SHARE_OF_MEAN;
  for (let y = 0; y < height; y++) {
    sums.moveDown(rowAt(y + radius), rowAt(y - radius - 1));
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    const row = pixels.subarray(y * width, (y + 1) * width);
    sums.mark(row, rows, leastLimit, ink.subarray(y * width, (y + 1) * width));
  }
  return { width, height, ink };
}

/** Sums of the columns of the neighbourhoods of one row's pixels. */
class Sums {
  private readonly width: number;
  /**
   * With as many zeros on either side as a neighbourhood reaches. Signed, and cut to 32 bits at each step: V8 would add
   * unsigned numbers as floating point.
   */
  private readonly padded: Int32Array;
  private readonly columns: Int32Array;
  /** By column: the share of the mean that ink stays below, divided by the columns of the neighbourhood. */
  private readonly shares: Float64Array;

  constructor(width: number) {
    const radius = NEIGHBOURHOOD_PX;
    this.width = width;
    this.padded = new Int32Array(width + 2 * radius + 1);
    this.columns = this.padded.subarray(radius, radius + width);
    this.shares = Float64Array.from(
      { length: width },
      (_, x) => INK_SHARE_OF_MEAN / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1),
    );
  }

  /** Adds one row of pixels and takes another away. */
  moveDown(entering: Uint8Array | null, leaving: Uint8Array | null): void {
    const { columns, width } = this;
    if (entering !== null && leaving !== null)
      for (let x = 0; x < width; x++)
        columns[x] = ((columns[x] ?? 0) + (entering[x] ?? 0) - (leaving[x] ?? 0)) | 0;
    else if (entering !== null)
      for (let x = 0; x < width; x++) columns[x] = ((columns[x] ?? 0) + (entering[x] ?? 0)) | 0;
    else if (leaving !== null)
      for (let x = 0; x < width; x++) columns[x] = ((columns[x] ?? 0) - (leaving[x] ?? 0)) | 0;
  }

  /** Marks the ink of a row of pixels, whose neighbourhoods have so many rows. */
  mark(row: Uint8Array, rows: number, leastLimit: number, ink: Uint8Array): void {
    const { padded, shares, width } = this;
    let first = 0;
    while (first < width && (row[first] ?? 0) >= LIGHTEST_INK) first++;
    if (first === width) return;
    let end = width;
    while ((row[end - 1] ?? 0) >= LIGHTEST_INK) end--;
    const across = 2 * NEIGHBOURHOOD_PX + 1;
    let sum = 0;
    for (let x = first; x < first + across; x++) sum = (sum + (padded[x] ?? 0)) | 0;
    for (let x = first; x < end; x++) {
      const shade = row[x] ?? 0;
      if (shade < LIGHTEST_INK) {
        const limit = (sum * (shares[x] ?? 0)) / rows;
        if (shade < limit && limit >= leastLimit) ink[x] = 1;
      }
      sum = (sum + (padded[x + across] ?? 0) - (padded[x] ?? 0)) | 0;
    }
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
