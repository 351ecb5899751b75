/** A page with level lines. */
import type { Box, GreyImage } from '../engine.ts';
import { weightedMedian } from '../print-size.ts';
import { flattened } from './flatten.ts';
import { markedBox, paperShade } from './ink.ts';
import { cropped } from './scale.ts';
import type { Sheet } from './sheet.ts';
import { turnedByDegrees, turnedWhole } from './transform.ts';

/** Degrees by which lines fall to the right: all alike on a scan, fanned out on a photograph taken aslant. */
export interface Lean {
  top: number;
  bottom: number;
}

/** A line, and by how much it falls to the right for each pixel. */
type Line = Box & { fall: number };

/** Lines that tell are so many times as wide as high: how a short word's letters rise says nothing. */
const LEAST_SHAPE = 4;
/** Below this lines read as well, and better than on a picture that was turned. */
const LEAST_DEGREES = 0.5;
/** More is no page that slipped in the scanner, but one that lies askew, letters on a curve or a drawing. */
const MOST_DEGREES = 12;
/** Lines that stand steeper pass for a page on its side, which is turned before. */
const STEEPEST_DEGREES = 60;
/** A page that lies askew has so many lines that tell, and so much of all lines' length leans as they do but for this. */
const LEAST_ASKEW = 3;
const ASKEW_SHARE = 0.85;
const ASKEW_DEGREES = 8;
/** Lines fan out where those of the upper and of the lower third, so many of each, differ by so much … */
const LEAST_FAN_DEGREES = 0.6;
const LEAST_THIRD = 3;
/** … and those between lie between them, but for this. */
const MOST_BEND_DEGREES = 0.4;

/** 0 where it is not worth a turn. */
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
  // The thirds' middles are two thirds of the page apart.
  const quarter = (lower - upper) / 4;
  const lean = isFan ? { top: upper - quarter, bottom: lower + quarter } : { top: all, bottom: all };
  const most = Math.max(Math.abs(lean.top), Math.abs(lean.bottom));
  return most >= LEAST_DEGREES && most <= MOST_DEGREES ? lean : { top: 0, bottom: 0 };
}

/** Degrees by which the lines of a page that lies askew fall to the right; 0 for any other page, as charts whose labels lean. */
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

/** What most of the lines' length leans by. */
const degreesOf = (lines: readonly Line[]): number =>
  weightedMedian(
    lines.map(({ left, right, fall }) => ({
      value: (Math.atan(fall) * 180) / Math.PI,
      weight: right - left,
    })),
  );

/** A page that lies askew, upright: all of it, without the paper that comes in around it. */
export async function straightened(image: GreyImage, degrees: number): Promise<GreyImage> {
  const whole = await turnedWhole(image, degrees, paperShade(image));
  return cropped(whole, markedBox(whole));
}

/** The page itself where its lines are level. */
export async function levelled(image: GreyImage, lean: Lean): Promise<GreyImage> {
  if (lean.top !== lean.bottom) return flattened(image, fanSheet(image, lean));
  return lean.top === 0 ? image : turnedByDegrees(image, lean.top);
}

/** The part of the plane that the page's lines cut out: what becomes the picture. */
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
