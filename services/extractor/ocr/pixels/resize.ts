/** Making grey pictures any size, each side by its own factor. */
import type { GreyImage } from '../engine.ts';

/** Weight of a source pixel by its distance, in pixels of the coarser picture; 0 from `reach` on. */
export interface Filter {
  reach: number;
  weightAt: (distance: number) => number;
}

/** Smooth both ways, and softer than cubic. */
export const TRIANGLE: Filter = { reach: 1, weightAt: distance => Math.max(0, 1 - distance) };

/** Catmull-Rom: keeps edges sharp. */
export const CUBIC: Filter = {
  reach: 2,
  weightAt: distance => {
    if (distance < 1) return 1 + distance * distance * (1.5 * distance - 2.5);
    return distance < 2 ? 2 - distance * (4 - distance * (2.5 - 0.5 * distance)) : 0;
  },
};

export function resized(image: GreyImage, width: number, height: number, filter = TRIANGLE): GreyImage {
  const wide = resampledRows(image, Math.max(1, Math.round(width)), filter);
  return resampledColumns(wide, Math.max(1, Math.round(height)), filter);
}

/** Weights are whole numbers of this sum: V8 adds and multiplies those fastest. */
const UNIT_BITS = 14;
const UNIT = 1 << UNIT_BITS;

function resampledRows({ width, height, pixels }: GreyImage, target: number, filter: Filter): GreyImage {
  const { firsts, weights, count } = tapsOf(width, target, filter);
  const made = new Uint8ClampedArray(target * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0, tap = 0; x < target; x++) {
      let source = y * width + (firsts[x] ?? 0);
      let sum = UNIT >> 1;
      for (const end = tap + count; tap < end; tap += 2, source += 2) {
        const pair =
          (weights[tap] ?? 0) * (pixels[source] ?? 0) + (weights[tap + 1] ?? 0) * (pixels[source + 1] ?? 0);
        sum = (sum + pair) | 0;
      }
      made[at++] = sum >> UNIT_BITS;
    }
  return { width: target, height, pixels: new Uint8Array(made.buffer) };
}

function resampledColumns(image: GreyImage, target: number, filter: Filter): GreyImage {
  const { width, height } = image;
  const { firsts, weights, count } = tapsOf(height, target, filter);
  const made = new Uint8ClampedArray(width * target);
  const sums = new Int32Array(width);
  for (let y = 0; y < target; y++) {
    sums.fill(UNIT >> 1);
    const [first, ofRow] = [firsts[y] ?? 0, weights.subarray(y * count, (y + 1) * count)];
    for (let tap = 0; tap < count; tap += 2) addRows(sums, image, first + tap, ofRow[tap], ofRow[tap + 1]);
    for (let x = 0; x < width; x++) made[y * width + x] = (sums[x] ?? 0) >> UNIT_BITS;
  }
  return { width, height: target, pixels: new Uint8Array(made.buffer) };
}

/** Adds two rows by their weights in one pass; where there is no second, its weight is 0. */
function addRows(
  sums: Int32Array,
  { width, height, pixels }: GreyImage,
  row: number,
  upper = 0,
  lower = 0,
): void {
  const above = row * width;
  const below = Math.min(height - 1, row + 1) * width;
  for (let x = 0; x < width; x++)
    sums[x] = ((sums[x] ?? 0) + upper * (pixels[above + x] ?? 0) + lower * (pixels[below + x] ?? 0)) | 0;
}

/** Each target pixel has `count` source pixels, from its first on, and as many weights, which sum to `UNIT`. */
interface Taps {
  firsts: Int32Array;
  weights: Int32Array;
  count: number;
}

function tapsOf(source: number, target: number, { reach, weightAt }: Filter): Taps {
  const step = source / target;
  const coarse = Math.max(1, step);
  const count = 2 * Math.ceil(reach * coarse);
  const taps = { firsts: new Int32Array(target), weights: new Int32Array(target * count), count };
  const shares = new Float64Array(count);
  for (let at = 0; at < target; at++) {
    const middle = (at + 0.5) * step - 0.5;
    const first = Math.max(0, Math.min(source - count, Math.ceil(middle - reach * coarse)));
    for (let tap = 0; tap < Math.min(count, source); tap++)
      shares[tap] = weightAt(Math.abs(first + tap - middle) / coarse);
    taps.firsts[at] = first;
    putWholeWeights(shares, taps.weights.subarray(at * count, (at + 1) * count));
  }
  return taps;
}

/** What rounding leaves over goes to the largest. */
function putWholeWeights(shares: Float64Array, weights: Int32Array): void {
  let [sum, left, largest] = [0, UNIT, 0];
  for (let tap = 0; tap < shares.length; tap++) sum += shares[tap] ?? 0;
  for (let tap = 0; tap < shares.length; tap++) {
    const weight = Math.round(((shares[tap] ?? 0) / sum) * UNIT);
    weights[tap] = weight;
    left -= weight;
    if (weight > (weights[largest] ?? 0)) largest = tap;
  }
  weights[largest] = (weights[largest] ?? 0) + left;
}
