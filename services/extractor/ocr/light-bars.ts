/** Light print on bars of dark or middle grey, turned dark on light: the engine's one threshold loses it or its bar. */
import type { Box, GreyImage } from './engine.ts';
import { inkComponents } from './pixels/components.ts';
import { type Mask, paperShade } from './pixels/ink.ts';
import { lettersOf } from './pixels/letters.ts';
import { linedLetters } from './text-likeness.ts';

/** Side of the squares in which bars are looked for: strokes and rules of print hardly fill one. */
const SQUARE_PX = 4;
const STRIDE_PX = 2;
/** Of the samples in a square so many … */
const LEAST_DARK_SAMPLES = 3;
/** … are darker than this share of the paper. */
const DARKEST_PAPER_SHARE = 0.82;
/** On dark paper nothing is a bar. */
const LEAST_PAPER = 128;
/** A bar is at least so large, in squares: a word of 6-point print at 150 dpi. */
const LEAST_WIDTH_SQUARES = 12;
const LEAST_HEIGHT_SQUARES = 3;
/** Squares free of print; the others hold a stroke of it. */
const LEAST_FREE_SHARE = 0.35;
/** Of each side that must be as dark as its inside: letters and blots have none. */
const LEAST_SIDE_SHARE = 0.85;
/** Pixels of a bar that have its one shade, give or take this: photographs have many. */
const SHADE_REACH = 28;
const LEAST_EVEN_SHARE = 0.4;
/** Light pixels: fewer are a scratch, more a frame. */
const LEAST_LIGHT_SHARE = 0.01;
const MOST_LIGHT_SHARE = 0.5;
/** Dark ones beside them: more are print on its ground. */
const DARK_SHARE_OF_GROUND = 0.6;
const MOST_DARK_SHARE_OF_LIGHT = 0.25;
/** A piece of light so solid, and so much wider than high, is a field to fill in. */
const FIELD_SHARE = 0.6;
const FIELD_SHAPE = 2.5;
/** Light pixels in fields, of all: a dash or two. */
const MOST_FIELD_SHARE = 0.15;
/** Fewer letters are an icon; of print this share stands in lines, of what is light in a photograph much less. */
const LEAST_LETTERS = 3;
const LEAST_LINED_SHARE = 0.5;

/** The picture with its bars turned; itself where it has none. */
export function withBarsTurned(image: GreyImage): GreyImage {
  const paper = paperShade(image);
  if (paper < LEAST_PAPER) return image;
  const limit = Math.round(DARKEST_PAPER_SHARE * paper);
  const bars = inkComponents(darkSquares(image, limit)).flatMap(piece => {
    const [width, height] = [piece.right - piece.left, piece.bottom - piece.top];
    if (width < LEAST_WIDTH_SQUARES || height < LEAST_HEIGHT_SQUARES) return [];
    if (piece.area < LEAST_FREE_SHARE * width * height) return [];
    const bar = edgesOf(image, piece, limit);
    const ground = bar && groundOf(image, bar, paper);
    return bar && ground !== null && holdsLightPrint(image, bar, ground, paper) ? [{ bar, ground }] : [];
  });
  if (bars.length === 0) return image;
  const turned = { ...image, pixels: image.pixels.slice() };
  for (const { bar, ground } of bars) turn(turned, bar, ground, paper);
  return turned;
}

/** One pixel for each square: whether nearly all of it is dark. */
function darkSquares({ width, height, pixels }: GreyImage, limit: number): Mask {
  const [columns, rows] = [Math.floor(width / SQUARE_PX), Math.floor(height / SQUARE_PX)];
  const ink = new Uint8Array(columns * rows);
  for (let row = 0, square = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, square++) {
      const at = (row * width + column) * SQUARE_PX + width + 1;
      let dark = 0;
      if ((pixels[at] ?? 0) < limit) dark++;
      if ((pixels[at + STRIDE_PX] ?? 0) < limit) dark++;
      if ((pixels[at + STRIDE_PX * width] ?? 0) < limit) dark++;
      if ((pixels[at + STRIDE_PX * width + STRIDE_PX] ?? 0) < limit) dark++;
      if (dark >= LEAST_DARK_SAMPLES) ink[square] = 1;
    }
  return { width: columns, height: rows, ink };
}

/** Where the bar ends, to the pixel; null where its sides are not straight. */
function edgesOf(image: GreyImage, squares: Box, limit: number): Box | null {
  const bar = {
    left: squares.left * SQUARE_PX,
    top: squares.top * SQUARE_PX,
    right: squares.right * SQUARE_PX,
    bottom: squares.bottom * SQUARE_PX,
  };
  const isDark = (side: Box) => darkShare(image, side, limit) >= LEAST_SIDE_SHARE;
  for (const [side, step] of [
    ['left', 1],
    ['top', 1],
    ['right', -1],
    ['bottom', -1],
  ] as const) {
    for (let moved = 0; moved < SQUARE_PX && !isDark(lineAt(bar, side, 0)); moved++) bar[side] += step;
    if (!isDark(lineAt(bar, side, 0))) return null;
    for (let moved = 0; moved < SQUARE_PX && isDark(lineAt(bar, side, 1)); moved++) bar[side] -= step;
  }
  return bar;
}

/** The row or column of pixels at one side of a box, or the next one outside of it. */
function lineAt({ left, top, right, bottom }: Box, side: keyof Box, outside: 0 | 1): Box {
  if (side === 'left') return { left: left - outside, right: left - outside + 1, top, bottom };
  if (side === 'right') return { left: right - 1 + outside, right: right + outside, top, bottom };
  if (side === 'top') return { left, right, top: top - outside, bottom: top - outside + 1 };
  return { left, right, top: bottom - 1 + outside, bottom: bottom + outside };
}

function darkShare({ width, height, pixels }: GreyImage, line: Box, limit: number): number {
  const { left, top, right, bottom } = line;
  if (left < 0 || top < 0 || right > width || bottom > height) return 0;
  let dark = 0;
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) if ((pixels[at] ?? 0) < limit) dark++;
  return dark / ((right - left) * (bottom - top));
}

/** The one shade of the bar, if it has one and light print's share of light on it. */
function groundOf(
  { width, pixels }: GreyImage,
  { left, top, right, bottom }: Box,
  paper: number,
): number | null {
  const histogram = new Uint32Array(256);
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) {
      const shade = pixels[at] ?? 0;
      histogram[shade] = (histogram[shade] ?? 0) + 1;
    }
  const share = (from: number, to: number) =>
    histogram
      .subarray(Math.max(0, Math.round(from)), Math.max(0, Math.round(to)))
      .reduce((a, b) => a + b, 0) /
    ((right - left) * (bottom - top));
  const ground = histogram.indexOf(Math.max(...histogram));
  const light = share((ground + paper) / 2, 256);
  const isEven = share(ground - SHADE_REACH, ground + SHADE_REACH) >= LEAST_EVEN_SHARE;
  const isPrint = light >= LEAST_LIGHT_SHARE && light <= MOST_LIGHT_SHARE;
  const isLight = share(0, DARK_SHARE_OF_GROUND * ground) <= MOST_DARK_SHARE_OF_LIGHT * light;
  return isEven && isPrint && isLight ? ground : null;
}

/** Whether the light on the bar is in pieces as letters are. */
function holdsLightPrint(
  image: GreyImage,
  { left, top, right, bottom }: Box,
  ground: number,
  paper: number,
): boolean {
  const width = right - left;
  const mask = { width, height: bottom - top, ink: new Uint8Array(width * (bottom - top)) };
  for (let y = top, at = 0; y < bottom; y++)
    for (let x = left; x < right; x++, at++)
      if ((image.pixels[y * image.width + x] ?? 0) > (ground + paper) / 2) mask.ink[at] = 1;
  const pieces = inkComponents(mask);
  const [all, fields] = [pieces, pieces.filter(isField)].map(some =>
    some.reduce((sum, { area }) => sum + area, 0),
  );
  const letters = lettersOf(pieces);
  const isLined = linedLetters(letters) >= LEAST_LINED_SHARE * letters.length;
  return letters.length >= LEAST_LETTERS && isLined && (fields ?? 0) <= MOST_FIELD_SHARE * (all ?? 0);
}

function isField({ left, top, right, bottom, area }: Box & { area: number }): boolean {
  const [width, height] = [right - left, bottom - top];
  return area > FIELD_SHARE * width * height && width > FIELD_SHAPE * height;
}

/** In place: ground becomes paper, paper the darkest ink. */
function turn(
  { width, pixels }: GreyImage,
  { left, top, right, bottom }: Box,
  ground: number,
  paper: number,
): void {
  const gain = paper / Math.max(1, paper - ground);
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++)
      pixels[at] = Math.max(0, Math.min(paper, Math.round(paper - ((pixels[at] ?? 0) - ground) * gain)));
}
