/** Levels the lines of a page. */
import type { Box, GreyImage } from '../engine.ts';
import { weightedMedian } from '../print-size.ts';
import { flattened } from './flatten.ts';
import { markedBox, paperShade } from './ink.ts';
import { cropped } from './scale.ts';
import type { Sheet } from './sheet.ts';
import { turnedByDegrees, turnedWhole } from './transform.ts';

/** Degrees by which lines fall to the right: the same everywhere on a scan, fanned out on a photograph taken at an angle. */
export interface Lean {
  top: number;
  bottom: number;
}

/** A line, and how far it falls for each pixel to the right. */
type Line = Box & { fall: number };

/** A line must be this many times as wide as high to count: the letters of a short word say nothing about its slope. */
const LEAST_SHAPE = 4;
/** Lines that lean less than this are read as well, and better than on a turned picture. */
const LEAST_DEGREES = 0.5;
/** A page that leans more did not slip in the scanner; it was placed at an angle, or is a drawing or text on a curve. */
const MOST_DEGREES = 12;
/** Steeper lines are taken for a page on its side, which is turned before. */
const STEEPEST_DEGREES = 60;
/**
 * A page placed at an angle has at least this many usable lines, and at least this share of all lines' length leans the
 * same way to within these degrees.
 */
const LEAST_ASKEW = 3;
const ASKEW_SHARE = 0.85;
const ASKEW_DEGREES = 8;
/** Lines fan out if those in the upper and lower third, at least this many in each, differ by at least this … */
const LEAST_FAN_DEGREES = 0.6;
const LEAST_THIRD = 3;
/** … and those in the middle third lie between, to within this. */
const MOST_BEND_DEGREES = 0.4;

/** Zero if turning is not worth it. */
export function leanOf(lines: readonly Line[], height: number): Lean {
  const telling = lines.filter(isTelling);
  const all = degreesOf(telling);
  const thirds = [0, 1, 2].map(third =>
    telling.filter(({ top, bottom }) => Math.floor((1.5 * (top + bottom)) / height) === third),
  );
  const [upper = 0, middle = 0, lower = 0] = thirds.map(degreesOf);
  const isFan =
    Math.abs(upper - lower) >= LEAST_FAN_DEGREES &&
    Math.abs(upper + lower - 2 * middle) <= 2 * MOST_BEND_DEGREES &&
    thirds.every(third => third.length >= LEAST_THIRD);
  // The centres of the outer thirds are two thirds of the page apart.
  const quarter = (lower - upper) / 4;
  const lean = isFan ? { top: upper - quarter, bottom: lower + quarter } : { top: all, bottom: all };
  const most = Math.max(Math.abs(lean.top), Math.abs(lean.bottom));
  return most >= LEAST_DEGREES && most <= MOST_DEGREES ? lean : { top: 0, bottom: 0 };
}

/**
 * The degrees by which the lines of a page placed at an angle fall to the right; 0 for any other page, such as charts
 * with slanted labels.
 */
export function askewBy(lines: readonly Line[]): number {
  const telling = lines.filter(isTelling);
  const degrees = degreesOf(telling);
  const steepness = Math.abs(degrees);
  if (telling.length < LEAST_ASKEW || steepness <= MOST_DEGREES || steepness > STEEPEST_DEGREES) return 0;
  const alike = lines.filter(line => Math.abs(degreesOf([line]) - degrees) <= ASKEW_DEGREES);
  return lengthOf(alike) >= ASKEW_SHARE * lengthOf(lines) ? degrees : 0;
}

function isTelling({ left, right, top, bottom, fall }: Line): boolean {
  const width = right - left;
  return width >= LEAST_SHAPE * (bottom - top - Math.abs(fall) * width);
}

const lengthOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { left, right }) => sum + right - left, 0);

/** The median lean, weighted by the lines' length. */
const degreesOf = (lines: readonly Line[]): number =>
  weightedMedian(
    lines.map(({ left, right, fall }) => ({
      value: (Math.atan(fall) * 180) / Math.PI,
      weight: right - left,
    })),
  );

/** A page that was placed at an angle, upright and complete, without the paper added around it. */
export async function straightened(image: GreyImage, degrees: number): Promise<GreyImage> {
  const whole = await turnedWhole(image, degrees, paperShade(image));
  return cropped(whole, markedBox(whole));
}

/** The page with level lines; the same object if they are level already. */
export async function levelled(image: GreyImage, lean: Lean): Promise<GreyImage> {
  if (lean.top !== lean.bottom) return flattened(image, fanSheet(image, lean));
  return lean.top === 0 ? image : turnedByDegrees(image, lean.top);
}

/** The part of the plane, bounded by the page's lines, that becomes the picture. */
function fanSheet({ width, height }: GreyImage, { top, bottom }: Lean): Sheet {
  const [fall, lower] = [top, bottom].map(degrees => (Math.tan((degrees * Math.PI) / 180) * width) / 2);
  return {
    topLeft: { x: 0, y: -(fall ?? 0) },
    topRight: { x: width, y: fall ?? 0 },
    bottomLeft: { x: 0, y: height - (lower ?? 0) },
    bottomRight: { x: width, y: height + (lower ?? 0) },
    bulges: { top: 0, bottom: 0, left: 0, right: 0 },
  };
}
