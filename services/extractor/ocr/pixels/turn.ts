/** Turning grey pictures: exactly by quarters, by interpolation through small angles. */
import type { GreyImage } from '../engine.ts';

export type QuarterTurns = 0 | 1 | 2 | 3;

const WHITE = 255;

/** Turns clockwise. */
export function turnedByQuarters(image: GreyImage, quarterTurns: QuarterTurns): GreyImage {
  if (quarterTurns === 0) return image;
  const { width, height, pixels } = image;
  const flat = quarterTurns === 2;
  const turned = new Uint8Array(pixels.length);
  // Where the first pixel lands, and how far a step right or down in the source moves in the result.
  const start = [0, height - 1, width * height - 1, (width - 1) * height][quarterTurns] ?? 0;
  const right = [1, height, -1, -height][quarterTurns] ?? 1;
  const down = [width, -1, -width, 1][quarterTurns] ?? width;
  for (let y = 0, source = 0; y < height; y++) {
    for (let x = 0, target = start + y * down; x < width; x++, target += right) {
      turned[target] = pixels[source++] ?? WHITE;
    }
  }
  return { width: flat ? width : height, height: flat ? height : width, pixels: turned };
}

/** Places between pixels are counted in parts of this: whole numbers are what V8 adds and multiplies fastest. */
const PART_BITS = 11;
const PARTS = 1 << PART_BITS;
const HALF_SQUARED = 1 << (2 * PART_BITS - 1);
/** Steps across a page add up their rounding: they are counted finer. */
const STEP_BITS = 18;

/** Turns counter-clockwise about the middle, bilinear; the size stays, corners that come in are white. */
export function turnedByDegrees(image: GreyImage, degrees: number): GreyImage {
  const { width, height } = image;
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const sine = Math.sin((degrees * Math.PI) / 180);
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  const pixels = new Uint8Array(width * height).fill(WHITE);
  for (let y = 0; y < height; y++) {
    const fromX = middleX - middleX * cosine - (y - middleY) * sine;
    const fromY = middleY - middleX * sine + (y - middleY) * cosine;
    takeRow(image, pixels.subarray(y * width, (y + 1) * width), { fromX, fromY, cosine, sine });
  }
  return { width, height, pixels };
}

/** A straight way through the picture, one step a pixel. */
interface Course {
  fromX: number;
  fromY: number;
  cosine: number;
  sine: number;
}

/** The pixels that lie along a course, where it is inside the picture. */
function takeRow({ width, height, pixels }: GreyImage, row: Uint8Array, course: Course): void {
  const { fromX, fromY, cosine, sine } = course;
  const first = Math.ceil(Math.max(0, entry(fromX, cosine, width - 1), entry(fromY, sine, height - 1)));
  const end = Math.floor(Math.min(width, exit(fromX, cosine, width - 1), exit(fromY, sine, height - 1)));
  const [across, down] = [wholeSteps(cosine), wholeSteps(sine)];
  let fineX = wholeSteps(fromX + first * cosine);
  let fineY = wholeSteps(fromY + first * sine);
  for (let x = first; x < end; x++) {
    const at = (fineY >> STEP_BITS) * width + (fineX >> STEP_BITS);
    const right = (fineX >> (STEP_BITS - PART_BITS)) & (PARTS - 1);
    const low = (fineY >> (STEP_BITS - PART_BITS)) & (PARTS - 1);
    const left = pixels[at] ?? WHITE;
    const under = pixels[at + width] ?? WHITE;
    const upper = (left << PART_BITS) + ((pixels[at + 1] ?? WHITE) - left) * right;
    const lower = (under << PART_BITS) + ((pixels[at + width + 1] ?? WHITE) - under) * right;
    row[x] = ((upper << PART_BITS) + (lower - upper) * low + HALF_SQUARED) >> (2 * PART_BITS);
    fineX = (fineX + across) | 0;
    fineY = (fineY + down) | 0;
  }
}

/** After how many steps the course is at 0 or above and below `limit` … */
function entry(from: number, step: number, limit: number): number {
  if (step === 0) return from >= 0 && from < limit ? 0 : Number.POSITIVE_INFINITY;
  return step > 0 ? -from / step : (limit - 1 - from) / step;
}

/** … and after how many it no longer is. */
function exit(from: number, step: number, limit: number): number {
  if (step === 0) return Number.POSITIVE_INFINITY;
  return step > 0 ? (limit - from) / step : -from / step;
}

const wholeSteps = (value: number): number => Math.round(value * (1 << STEP_BITS));
