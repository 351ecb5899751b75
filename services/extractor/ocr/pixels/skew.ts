/** How far the lines of a page lean, by projection: upright lines make the sharpest row histogram. */
import type { Mask } from './ink.ts';

/** Places are counted on a page of this size: enough for a third of a degree, cheap. */
const LONGEST_SIDE_PX = 600;
const MOST_POINTS = 8_000;
const WIDEST_DEGREES = 12;
const FIRST_STEP_DEGREES = 0.25;
const FINER_STEPS_DEGREES = [0.125];
/** Pages with few lines give a best angle as well; only a histogram clearly sharper than the straight one counts. */
const LEAST_GAIN = 1.12;
/** Below this the engine copes by itself, and better than with a picture that was turned. */
const LEAST_DEGREES = 0.4;

/** Counter-clockwise turn in degrees that makes level lines level; 0 where that is not worth a turn. */
export function skewOf(mask: Mask): number {
  const points = lowerEdges(mask, Math.max(1, Math.max(mask.width, mask.height) / LONGEST_SIDE_PX));
  const straight = sharpness(points, 0);
  const best = sharpest(points, straight);
  const worth = Math.abs(best.degrees) >= LEAST_DEGREES && best.sharpness >= LEAST_GAIN * straight;
  return worth ? best.degrees : 0;
}

/** Places on the smaller page are counted in parts of its pixels: base lines are sharper so. */
const PLACE_BITS = 4;

/** In such parts. */
interface Points {
  xs: Uint16Array;
  ys: Uint16Array;
}

/** Ink over paper: most such pixels lie on base lines. One of so many columns is looked at. */
function lowerEdges({ ink, width, height }: Mask, factor: number): Points {
  const found: number[] = [];
  const column = Math.max(1, Math.floor(factor));
  for (let row = 0; row < height - 1; row++)
    for (let at = row * width, end = at + width; at < end; at += column)
      if (ink[at] === 1 && ink[at + width] === 0) found.push(at);
  const stride = Math.max(1, Math.ceil(found.length / MOST_POINTS));
  const count = Math.ceil(found.length / stride);
  const points = { xs: new Uint16Array(count), ys: new Uint16Array(count) };
  const parts = (1 << PLACE_BITS) / factor;
  for (let index = 0; index < count; index++) {
    const at = found[index * stride] ?? 0;
    const row = Math.floor(at / width);
    points.xs[index] = (at - row * width) * parts;
    points.ys[index] = row * parts;
  }
  return points;
}

function sharpest(points: Points, straight: number): { degrees: number; sharpness: number } {
  let best = { degrees: 0, sharpness: straight };
  const attempt = (degrees: number) => {
    const value = sharpness(points, degrees);
    if (value > best.sharpness) best = { degrees, sharpness: value };
  };
  for (let degrees = -WIDEST_DEGREES; degrees <= WIDEST_DEGREES; degrees += FIRST_STEP_DEGREES)
    attempt(degrees);
  for (const step of FINER_STEPS_DEGREES) {
    const middle = best.degrees;
    attempt(middle - step);
    attempt(middle + step);
  }
  return best;
}

/** Slopes are counted in parts of this: whole numbers are what V8 adds and multiplies fastest. */
const SLOPE_BITS = 16;

/** Sum of squares of the histogram of rows, taken along lines that fall by `degrees` to the right. */
function sharpness({ xs, ys }: Points, degrees: number): number {
  const slope = Math.round(Math.tan((degrees * Math.PI) / 180) * (1 << SLOPE_BITS));
  const histogram = new Int32Array(3 * LONGEST_SIDE_PX);
  const origin = (LONGEST_SIDE_PX << PLACE_BITS) + (1 << (PLACE_BITS - 1));
  for (let index = 0; index < xs.length; index++) {
    const fall = ((xs[index] ?? 0) * slope) >> SLOPE_BITS;
    const row = (origin + (ys[index] ?? 0) - fall) >> PLACE_BITS;
    histogram[row] = (histogram[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 0; row < histogram.length; row++) sum += (histogram[row] ?? 0) ** 2;
  return sum;
}
