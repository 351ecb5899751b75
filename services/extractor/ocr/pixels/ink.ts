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

/** The mean is taken of every so many pixels both ways, and once for a square of that side: a quarter of the sums. */
const STRIDE_PX = 2;
const REACH = NEIGHBOURHOOD_PX / STRIDE_PX;

/**
 * Threshold against the local mean: shadows and tinted boxes are paper; the inside of solid areas is not ink, nor is
 * anything where the mean lies below `darkestGround`.
 */
export function inkMask({ width, height, pixels }: GreyImage, darkestGround = 0): Mask {
  const ink = new Uint8Array(width * height);
  const means = new MovingMeans({ width, height, pixels });
  const leastLimit = darkestGround * INK_SHARE_OF_MEAN;
  for (let top = 0; top < height; top += STRIDE_PX) {
    const limits = means.limitsBelow(top, leastLimit);
    for (let y = top; y < Math.min(height, top + STRIDE_PX); y++)
      markRow(pixels, ink, y * width, width, limits);
  }
  return { width, height, ink };
}

/** `limits` has one for each two pixels. */
function markRow(pixels: Uint8Array, ink: Uint8Array, from: number, width: number, limits: Uint8Array): void {
  const end = from + width - (width % STRIDE_PX);
  for (let at = from, square = 0; at < end; at += STRIDE_PX, square++) {
    const limit = limits[square] ?? 0;
    if ((pixels[at] ?? 0) < limit) ink[at] = 1;
    if ((pixels[at + 1] ?? 0) < limit) ink[at + 1] = 1;
  }
  if (end < from + width && (pixels[end] ?? 0) < (limits[limits.length - 1] ?? 0)) ink[end] = 1;
}

/** The means of the neighbourhoods of one row after the other. */
class MovingMeans {
  private readonly image: GreyImage;
  private readonly count: number;
  /**
   * Sums of columns with as many zeros on either side as a neighbourhood reaches. Signed, and cut to 32 bits at each
   * step: V8 would add unsigned numbers as floating point.
   */
  private readonly padded: Int32Array;
  private readonly columns: Int32Array;
  /** By column: the share of the mean that ink stays below, divided by the columns of the neighbourhood. */
  private readonly shares: Float64Array;
  private readonly limits: Uint8Array;

  constructor(image: GreyImage) {
    const count = Math.ceil(image.width / STRIDE_PX);
    this.image = image;
    this.count = count;
    this.padded = new Int32Array(count + 2 * REACH + 1);
    this.columns = this.padded.subarray(REACH, REACH + count);
    this.shares = Float64Array.from({ length: count }, (_, x) => INK_SHARE_OF_MEAN / reachedOf(x, count));
    this.limits = new Uint8Array(count);
    for (let row = 0; row < REACH; row++) this.moveDown(this.rowAt(row), null);
  }

  /** Below which shade a pixel is ink, by squares of the rows from `top` on; rows are asked for in their order. */
  limitsBelow(top: number, leastLimit: number): Uint8Array {
    const { padded, shares, limits, count } = this;
    const row = top / STRIDE_PX;
    this.moveDown(this.rowAt(row + REACH), this.rowAt(row - REACH - 1));
    const rows = reachedOf(row, Math.ceil(this.image.height / STRIDE_PX));
    const across = 2 * REACH + 1;
    let sum = 0;
    for (let x = 0; x < across; x++) sum = (sum + (padded[x] ?? 0)) | 0;
    for (let x = 0; x < count; x++) {
      const limit = (sum * (shares[x] ?? 0)) / rows;
      limits[x] = limit >= leastLimit ? Math.ceil(limit) : 0;
      sum = (sum + (padded[x + across] ?? 0) - (padded[x] ?? 0)) | 0;
    }
    return limits;
  }

  /** The pixels of a row of samples; null outside the picture. */
  private rowAt(row: number): Uint8Array | null {
    const { width, height, pixels } = this.image;
    const y = row * STRIDE_PX;
    return y >= 0 && y < height ? pixels.subarray(y * width, (y + 1) * width) : null;
  }

  /** Adds one row and takes another away. */
  private moveDown(entering: Uint8Array | null, leaving: Uint8Array | null): void {
    const { columns, count } = this;
    if (entering !== null && leaving !== null)
      for (let x = 0, at = 0; x < count; x++, at += STRIDE_PX)
        columns[x] = ((columns[x] ?? 0) + (entering[at] ?? 0) - (leaving[at] ?? 0)) | 0;
    else if (entering !== null)
      for (let x = 0; x < count; x++) columns[x] = ((columns[x] ?? 0) + (entering[x * STRIDE_PX] ?? 0)) | 0;
    else if (leaving !== null)
      for (let x = 0; x < count; x++) columns[x] = ((columns[x] ?? 0) - (leaving[x * STRIDE_PX] ?? 0)) | 0;
  }
}

/** How many of so many samples a neighbourhood around one reaches. */
const reachedOf = (at: number, count: number): number =>
  Math.min(count - 1, at + REACH) - Math.max(0, at - REACH) + 1;

/** Pixels this far from the commonest shade may be a mark: faded print comes to 20. Noise that goes further is looked at. */
const MARK_CONTRAST = 16;
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
const ENOUGH_PIXELS = 100_000;

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
