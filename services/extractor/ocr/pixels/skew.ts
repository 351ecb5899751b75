/** How far the lines of a page lean, by projection: level lines make the sharpest row histogram. */
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

/** Degrees by which lines fall to the right: all alike on a scan, fanned out on a photograph taken aslant. */
export interface Lean {
  top: number;
  bottom: number;
}

/** What makes level lines level; 0 where that is not worth a turn. */
export function leanOf(mask: Mask): Lean {
  const points = lowerEdges(mask);
  const { worth, best } = skewOfPoints(points);
  return fanned(points, best) ?? { top: worth, bottom: worth };
}

function skewOfPoints(points: Points): { worth: number; best: number } {
  const straight = sharpness(points, 0);
  const best = sharpest(points, straight, FIRST_STEP_DEGREES);
  const isWorth = Math.abs(best.degrees) >= LEAST_DEGREES && best.sharpness >= LEAST_GAIN * straight;
  return { worth: isWorth ? best.degrees : 0, best: best.degrees };
}

/** Parts of the page whose lean is measured alone, and how coarsely: what they say is tried on the whole. */
const PARTS = 3;
const PART_STEP_DEGREES = 0.5;
const FAN_STEPS_DEGREES = [0.5, 0.25, 0.125];
/** Lines fan out if top and bottom differ by so much, and fanned they are so much sharper than leaning alike. */
const LEAST_FAN_DEGREES = 0.8;
const LEAST_FAN_GAIN = 1.25;

/** Null where the lines lean alike. */
function fanned(points: Points, degrees: number): Lean | null {
  const leans = Array.from({ length: PARTS }, (_, part) => {
    const some = between(points, (part * points.height) / PARTS, ((part + 1) * points.height) / PARTS);
    return {
      at: (part + 0.5) / PARTS,
      degrees: sharpest(some, sharpness(some, 0), PART_STEP_DEGREES).degrees,
    };
  });
  const alike = { top: degrees, bottom: degrees };
  const least = LEAST_FAN_GAIN * fannedSharpness(points, alike);
  let best = { lean: alike, sharpness: 0 };
  const attempt = (lean: Lean) => {
    const value = fannedSharpness(points, lean);
    if (value > best.sharpness) best = { lean, sharpness: value };
  };
  for (const [index, one] of leans.entries())
    for (const other of leans.slice(index + 1))
      if (Math.abs(other.degrees - one.degrees) >= PART_STEP_DEGREES) attempt(through(one, other));
  if (best.sharpness === 0) return null;
  for (const step of FAN_STEPS_DEGREES) {
    const { top, bottom } = best.lean;
    for (const up of [-step, 0, step])
      for (const down of [-step, 0, step]) attempt({ top: top + up, bottom: bottom + down });
  }
  const { lean } = best;
  const isFan = Math.abs(lean.top - lean.bottom) >= LEAST_FAN_DEGREES && best.sharpness >= least;
  return isFan && Math.max(Math.abs(lean.top), Math.abs(lean.bottom)) <= WIDEST_DEGREES ? lean : null;
}

/** The lean at top and bottom of a page that leans so at two heights, counted as shares of it. */
function through(one: { at: number; degrees: number }, other: { at: number; degrees: number }): Lean {
  const growth = (other.degrees - one.degrees) / (other.at - one.at);
  return { top: one.degrees - growth * one.at, bottom: one.degrees + growth * (1 - one.at) };
}

function between({ xs, ys, ...page }: Points, top: number, bottom: number): Points {
  const isInside = (y: number) => y >= top && y < bottom;
  return { ...page, xs: xs.filter((_, at) => isInside(ys[at] ?? 0)), ys: ys.filter(isInside) };
}

/** Places on the smaller page are counted in parts of its pixels: base lines are sharper so. */
const PLACE_BITS = 4;

/** In such parts. */
interface Points {
  xs: Uint16Array;
  ys: Uint16Array;
  /** Of the page. */
  width: number;
  height: number;
}

/** Ink over paper: most such pixels lie on base lines. One of so many columns is looked at. */
function lowerEdges({ ink, width, height }: Mask): Points {
  const factor = Math.max(1, Math.max(width, height) / LONGEST_SIDE_PX);
  const found: number[] = [];
  const column = Math.max(1, Math.floor(factor));
  for (let row = 0; row < height - 1; row++)
    for (let at = row * width, end = at + width; at < end; at += column)
      if (ink[at] === 1 && ink[at + width] === 0) found.push(at);
  const stride = Math.max(1, Math.ceil(found.length / MOST_POINTS));
  const count = Math.ceil(found.length / stride);
  const parts = (1 << PLACE_BITS) / factor;
  const [xs, ys] = [new Uint16Array(count), new Uint16Array(count)];
  const points = { xs, ys, width: width * parts, height: height * parts };
  for (let index = 0; index < count; index++) {
    const at = found[index * stride] ?? 0;
    const row = Math.floor(at / width);
    points.xs[index] = (at - row * width) * parts;
    points.ys[index] = row * parts;
  }
  return points;
}

function sharpest(points: Points, straight: number, step: number): { degrees: number; sharpness: number } {
  let best = { degrees: 0, sharpness: straight };
  const attempt = (degrees: number) => {
    const value = sharpness(points, degrees);
    if (value > best.sharpness) best = { degrees, sharpness: value };
  };
  for (let degrees = -WIDEST_DEGREES; degrees <= WIDEST_DEGREES; degrees += step) attempt(degrees);
  for (const finer of FINER_STEPS_DEGREES) {
    const middle = best.degrees;
    attempt(middle - finer);
    attempt(middle + finer);
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

/** The same along lines that fan out from the middle of the page's width. */
function fannedSharpness({ xs, ys, width, height }: Points, { top, bottom }: Lean): number {
  const slope = Math.tan((top * Math.PI) / 180);
  const growth = (Math.tan((bottom * Math.PI) / 180) - slope) / height;
  const histogram = new Int32Array(3 * LONGEST_SIDE_PX);
  for (let index = 0; index < xs.length; index++) {
    const y = ys[index] ?? 0;
    const level = y - ((xs[index] ?? 0) - width / 2) * (slope + growth * y);
    const row = Math.floor(level / (1 << PLACE_BITS)) + LONGEST_SIDE_PX;
    histogram[row] = (histogram[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 0; row < histogram.length; row++) sum += (histogram[row] ?? 0) ** 2;
  return sum;
}
