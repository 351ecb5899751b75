/**
 * Smooths grey that a fax or a black-and-white scanner shows as dots under print (coloured paper, shaded fields), among
 * which print would be lost.
 */
import type { Box, GreyImage } from '../engine.ts';

/** In a picture of two shades, at most this share of the pixels lies between dark and light. */
const MOST_GREY_SHARE = 0.01;
const DARK = 64;
const LIGHT = 192;
/** Every this many pixels are checked for whether there are only two shades. */
const STRIDE_PX = 17;
/** Dots are looked for in squares of this side … */
const SQUARE_PX = 16;
/** … of which they must fill this share. They are 18 to 32 % of tinted paper, and .1 % of print and its specks. */
const LEAST_DOTS_SHARE = 0.04;

/** The picture with its dots replaced by the grey that they stand for; the same object if there are none. */
export function withoutDots(image: GreyImage): GreyImage {
  if (!hasTwoShades(image)) return image;
  const { width, height, pixels } = image;
  let smooth: Uint8Array | null = null;
  for (let top = 0; top < height; top += SQUARE_PX)
    for (let left = 0; left < width; left += SQUARE_PX) {
      const right = Math.min(width, left + SQUARE_PX);
      const bottom = Math.min(height, top + SQUARE_PX);
      const square = { left, top, right, bottom };
      if (dotsIn(image, square) < LEAST_DOTS_SHARE * (right - left) * (bottom - top)) continue;
      smooth ??= pixels.slice();
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) smooth[y * width + x] = meanAround(image, x, y);
    }
  return smooth === null ? image : { ...image, pixels: smooth };
}

function hasTwoShades({ pixels }: GreyImage): boolean {
  let grey = 0;
  for (let at = 0; at < pixels.length; at += STRIDE_PX) {
    const shade = pixels[at] ?? 0;
    if (shade > DARK && shade < LIGHT) grey++;
  }
  return grey * STRIDE_PX <= MOST_GREY_SHARE * pixels.length;
}

/** Counts dark pixels with light ones above, below and on both sides. */
function dotsIn({ width, height, pixels }: GreyImage, { left, top, right, bottom }: Box): number {
  let dots = 0;
  for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++)
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
      const at = y * width + x;
      if ((pixels[at] ?? 0) >= DARK) continue;
      const isFree = (pixels[at - 1] ?? 0) > LIGHT && (pixels[at + 1] ?? 0) > LIGHT;
      if (isFree && (pixels[at - width] ?? 0) > LIGHT && (pixels[at + width] ?? 0) > LIGHT) dots++;
    }
  return dots;
}

/** Binomial weights over five pixels in each direction; the dots are two or three pixels apart. */
const WEIGHTS = [1, 4, 6, 4, 1];
const REACH = 2;

function meanAround({ width, height, pixels }: GreyImage, x: number, y: number): number {
  let [sum, weights] = [0, 0];
  for (let down = -REACH; down <= REACH; down++) {
    const row = Math.min(height - 1, Math.max(0, y + down)) * width;
    for (let across = -REACH; across <= REACH; across++) {
      const weight = (WEIGHTS[down + REACH] ?? 0) * (WEIGHTS[across + REACH] ?? 0);
      sum += weight * (pixels[row + Math.min(width - 1, Math.max(0, x + across))] ?? 0);
      weights += weight;
    }
  }
  return sum / weights;
}
