/** How far the lines of a page lean, by projection: upright lines make the sharpest row histogram. */
import type { GreyImage } from '../engine.ts';
import { inkMask, type Mask } from './ink.ts';
import { shrunk } from './scale.ts';

/** The copy that is measured: enough for a third of a degree, cheap. */
const LONGEST_SIDE_PX = 900;
const MOST_POINTS = 16_000;
const WIDEST_DEGREES = 12;
const FIRST_STEP_DEGREES = 0.5;
const FINER_STEPS_DEGREES = [0.25, 0.125];
/** Pages with few lines give a best angle as well; only a histogram clearly sharper than the straight one counts. */
const LEAST_GAIN = 1.12;
/** Below this the engine copes by itself. */
const LEAST_DEGREES = 0.35;

/** Counter-clockwise turn in degrees that makes level lines level; 0 where that is not worth a turn. */
export function skewOf(image: GreyImage): number {
  const small = shrunk(image, Math.max(image.width, image.height) / LONGEST_SIDE_PX);
  const points = lowerEdges(inkMask(small));
  const straight = sharpness(points, 0);
  const best = sharpest(points, straight);
  const worth = Math.abs(best.degrees) >= LEAST_DEGREES && best.sharpness >= LEAST_GAIN * straight;
  return worth ? best.degrees : 0;
}

interface Points {
  xs: Uint16Array;
  ys: Uint16Array;
}

/** Ink over paper: most such pixels lie on base lines. */
function lowerEdges({ ink, width, height }: Mask): Points {
  const found: number[] = [];
  for (let at = 0; at < width * (height - 1); at++)
    if (ink[at] === 1 && ink[at + width] === 0) found.push(at);
  const stride = Math.max(1, Math.ceil(found.length / MOST_POINTS));
  const kept = found.filter((_, index) => index % stride === 0);
  return { xs: Uint16Array.from(kept, at => at % width), ys: Uint16Array.from(kept, at => at / width) };
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

/** Sum of squares of the histogram of rows, taken along lines that fall by `degrees` to the right. */
function sharpness({ xs, ys }: Points, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const histogram = new Uint32Array(3 * LONGEST_SIDE_PX);
  for (let index = 0; index < xs.length; index++) {
    const row = Math.round((ys[index] ?? 0) - (xs[index] ?? 0) * slope) + LONGEST_SIDE_PX;
    histogram[row] = (histogram[row] ?? 0) + 1;
  }
  return histogram.reduce((sum, count) => sum + count * count, 0);
}
