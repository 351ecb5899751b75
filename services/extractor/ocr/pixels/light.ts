/** Light print on dark ground: where a picture has any, and the same turned dark on light. */
import type { GreyImage } from '../engine.ts';

/** Side of the squares looked at, and of every so many pixels of them: a band with a line in it is no lower. */
const SQUARE_PX = 16;
const STRIDE_PX = 4;
/** A square darker than this on average is ground, not print on paper. */
const DARK_MEAN = 140;
/** Fewer dark squares are a rule, a bullet or a bold letter. */
const LEAST_DARK_SQUARES = 8;

export function hasDarkGround({ width, height, pixels }: GreyImage): boolean {
  let dark = 0;
  for (let top = 0; top + SQUARE_PX <= height; top += SQUARE_PX)
    for (let left = 0; left + SQUARE_PX <= width; left += SQUARE_PX) {
      let sum = 0;
      for (let y = top; y < top + SQUARE_PX; y += STRIDE_PX)
        for (let x = left; x < left + SQUARE_PX; x += STRIDE_PX) sum += pixels[y * width + x] ?? 0;
      if (sum < DARK_MEAN * (SQUARE_PX / STRIDE_PX) ** 2) dark++;
    }
  return dark >= LEAST_DARK_SQUARES;
}

export function negative({ width, height, pixels }: GreyImage): GreyImage {
  const turned = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) turned[at] = 255 - (pixels[at] ?? 0);
  return { width, height, pixels: turned };
}
