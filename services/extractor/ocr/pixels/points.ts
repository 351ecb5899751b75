/** Removes the vowel points of Hebrew print: dots and bars around and in the letters, which no available model was trained on. */
import type { GreyImage } from '../engine.ts';
import { weightedMedian } from '../print-size.ts';
import { inkComponents } from './components.ts';
import { inkMask, paperShade } from './ink.ts';

/** Pieces of ink lower than this, in letter heights, are points; the lowest letter, yod, has half a letter height. */
const MOST_HEIGHT = 0.42;
/** Strokes under letters are wider than high, hyphens wider still … */
const MOST_WIDTH = 0.75;
/** … and pointed print has at least this many points for each letter; other print has only full stops and specks. */
const LEAST_POINTS = 0.4;
/** The blur around a point is removed with it. */
const REACH_PX = 1;

/** Dark print of one line without its points; null if it has too few to be pointed. */
export function withoutPoints(line: GreyImage): GreyImage | null {
  const pieces = inkComponents(inkMask(line));
  const letter = weightedMedian(
    pieces.map(({ top, bottom, area }) => ({ value: bottom - top, weight: area })),
  );
  const points = pieces.filter(
    ({ left, top, right, bottom }) =>
      bottom - top < MOST_HEIGHT * letter && right - left < MOST_WIDTH * letter,
  );
  if (points.length < LEAST_POINTS * (pieces.length - points.length)) return null;
  const { width, height } = line;
  const pixels = line.pixels.slice();
  const paper = paperShade(line);
  for (const { left, top, right, bottom } of points)
    for (let y = Math.max(0, top - REACH_PX); y < Math.min(height, bottom + REACH_PX); y++)
      pixels.fill(
        paper,
        y * width + Math.max(0, left - REACH_PX),
        y * width + Math.min(width, right + REACH_PX),
      );
  return { width, height, pixels };
}
