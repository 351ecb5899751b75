/** Long straight lines (table borders, underlines): found in the ink, and painted over. */
import type { Box, GreyImage, RecognizedPage } from '../engine.ts';
import { inkComponents } from './components.ts';
import type { Mask } from './ink.ts';

/** A run of ink this many letter heights long, and at least so many pixels, is no letter. */
const LEAST_LENGTH_HEIGHTS = 4;
const LEAST_LENGTH_PX = 60;
/** Thicker than this many letter heights it is a bar with something in it, perhaps light text. */
const THICKEST_HEIGHTS = 0.4;
const THICKEST_LEAST_PX = 5;
/** A leaning rule's box is higher than the rule; this much a pixel of length is no thickness. */
const LEAN_SHARE = 0.006;

export type Rules = RecognizedPage['rules'];

export function rulesOf(mask: Mask, letterHeight: number): Rules {
  return {
    horizontal: horizontalRules(mask, letterHeight),
    vertical: horizontalRules(onDiagonal(mask), letterHeight).map(
      ({ left, top, right, bottom }): Box => ({ left: top, top: left, right: bottom, bottom: right }),
    ),
  };
}

function horizontalRules(mask: Mask, letterHeight: number): Box[] {
  const least = Math.max(LEAST_LENGTH_PX, LEAST_LENGTH_HEIGHTS * letterHeight);
  const thickest = Math.max(THICKEST_LEAST_PX, THICKEST_HEIGHTS * letterHeight);
  return inkComponents(longRuns(mask, least)).filter(
    ({ left, right, top, bottom }) => bottom - top <= thickest + LEAN_SHARE * (right - left),
  );
}

function longRuns({ width, height, ink }: Mask, least: number): Mask {
  const kept = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) {
    const row = ink.subarray(y * width, (y + 1) * width);
    for (let start = row.indexOf(1); start >= 0; ) {
      const gap = row.indexOf(0, start);
      const end = gap < 0 ? width : gap;
      if (end - start >= least) kept.fill(1, y * width + start, y * width + end);
      start = gap < 0 ? -1 : row.indexOf(1, end);
    }
  }
  return { width, height, ink: kept };
}

function onDiagonal({ width, height, ink }: Mask): Mask {
  const turned = new Uint8Array(ink.length);
  for (let y = 0, source = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = ink[source++] ?? 0;
  return { width: height, height: width, ink: turned };
}

/** The soft edge of a printed rule, painted with it. */
const EDGE_PX = 1;

/** Paints the rules in the paper's shade, except where ink passes through from one side to the other. */
export function withoutRules(image: GreyImage, mask: Mask, rules: Rules, paper: number): GreyImage {
  const pixels = image.pixels.slice();
  const { width, height } = image;
  for (const { left, top, right, bottom } of rules.horizontal) {
    const [above, below] = [Math.max(0, top - EDGE_PX - 1), Math.min(height - 1, bottom + EDGE_PX)];
    for (let x = left; x < right; x++) {
      if (mask.ink[above * width + x] === 1 && mask.ink[below * width + x] === 1) continue;
      for (let y = above + 1; y < below; y++) pixels[y * width + x] = paper;
    }
  }
  for (const { left, top, right, bottom } of rules.vertical) {
    const [before, after] = [Math.max(0, left - EDGE_PX - 1), Math.min(width - 1, right + EDGE_PX)];
    for (let y = top; y < bottom; y++) {
      if (mask.ink[y * width + before] === 1 && mask.ink[y * width + after] === 1) continue;
      pixels.fill(paper, y * width + before + 1, y * width + after);
    }
  }
  return { width, height, pixels };
}
