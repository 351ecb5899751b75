/** Vowel points of Hebrew print: dots and bars around and in its letters, which no model here was taught. */
import type { GreyImage } from '../engine.ts';
import { weightedMedian } from '../print-size.ts';
import { inkComponents } from './components.ts';
import { inkMask, paperShade } from './ink.ts';

/** Pieces of ink lower than this, in heights of letters, are points; the lowest letter, the yod, comes to half. */
const MOST_HEIGHT = 0.42;
/** Strokes under letters are broader than high, hyphens broader still … */
const MOST_WIDTH = 0.75;
/** … and of print with points there are so many for each letter; print without has full stops and specks. */
const LEAST_POINTS = 0.4;
/** The blur around a point goes with it. */
const REACH_PX = 1;

/** Dark print of one line without its points; null where it has too few to be pointed. */
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
