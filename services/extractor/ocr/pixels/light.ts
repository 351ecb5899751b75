/** Light print on dark ground: where a picture has any, and the same turned dark on light. */
import type { GreyImage } from '../engine.ts';

/** Side of the squares looked at, and of every so many pixels of them: a band with a line in it is no lower. */
const SQUARE_PX = 16;
const STRIDE_PX = 4;
/** A square darker than this on average is ground, not print on paper … */
const DARK_MEAN = 140;
/** … if so many stand side by side: bold letters and bullets fill a square or two. */
const LEAST_SIDE_BY_SIDE = 3;
/** Fewer dark squares are a rule, an icon or a blot. */
const LEAST_DARK_SQUARES = 8;
/** What lies so many squares over or under dark ground is seen with it: more than a neighbourhood's half (`ink.ts`). */
const REACH_SQUARES = 2;

/** Rows of pixels; `bottom` is exclusive. */
export interface Band {
  top: number;
  bottom: number;
}

/** The rows that dark ground lies in, from the top; none where there is next to nothing of it. */
export function darkBands(image: GreyImage): Band[] {
  const bands: Band[] = [];
  let dark = 0;
  for (let top = 0; top + SQUARE_PX <= image.height; top += SQUARE_PX) {
    const squares = darkSquares(image, top);
    if (squares === 0) continue;
    dark += squares;
    const reach = REACH_SQUARES * SQUARE_PX;
    const band = { top: Math.max(0, top - reach), bottom: Math.min(image.height, top + SQUARE_PX + reach) };
    const last = bands.at(-1);
    if (last && last.bottom >= band.top) last.bottom = band.bottom;
    else bands.push(band);
  }
  return dark >= LEAST_DARK_SQUARES ? bands : [];
}

/** Those of one row of squares that stand side by side. */
function darkSquares({ width, pixels }: GreyImage, top: number): number {
  let [found, run] = [0, 0];
  for (let left = 0; left + SQUARE_PX <= width; left += SQUARE_PX) {
    let sum = 0;
    for (let y = top; y < top + SQUARE_PX; y += STRIDE_PX)
      for (let x = left; x < left + SQUARE_PX; x += STRIDE_PX) sum += pixels[y * width + x] ?? 0;
    run = sum < DARK_MEAN * (SQUARE_PX / STRIDE_PX) ** 2 ? run + 1 : 0;
    if (run === LEAST_SIDE_BY_SIDE) found += run;
    else if (run > LEAST_SIDE_BY_SIDE) found++;
  }
  return found;
}

/** The rows of one band, in the same memory. */
export function bandOf({ width, pixels }: GreyImage, { top, bottom }: Band): GreyImage {
  return { width, height: bottom - top, pixels: pixels.subarray(top * width, bottom * width) };
}

export function negative({ width, height, pixels }: GreyImage): GreyImage {
  const turned = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) turned[at] = 255 - (pixels[at] ?? 0);
  return { width, height, pixels: turned };
}
