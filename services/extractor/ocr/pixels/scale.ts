/** Makes grey pictures smaller and cuts pieces out of them. */
import type { Box, GreyImage } from '../engine.ts';

/** A4 at 340 dpi: more pixels cost time and memory and are read no better … */
const LONGEST_SIDE_PX = 4_000;
/** … but a long receipt or scrolled screenshot keeps this much of its short side … */
const SHORT_SIDE_PX = 2_000;
/** … and every picture stays below this many pixels. */
const MOST_PIXELS = 16_000_000;

/** The longest side to which a picture with these sides is reduced. */
export function longestReadableSide(width: number, height: number): number {
  const shape = Math.max(width, height) / Math.max(1, Math.min(width, height));
  const long = Math.max(LONGEST_SIDE_PX, SHORT_SIDE_PX * shape);
  return Math.floor(Math.min(long, Math.sqrt(MOST_PIXELS * shape), MOST_SIDE_PX));
}

/** The engine stores positions in 16 bits. */
const MOST_SIDE_PX = 30_000;

/** The part of the picture inside the box, which is rounded outwards and clipped at the edges. */
export function cropped(image: GreyImage, box: Box): GreyImage {
  const left = Math.max(0, Math.floor(box.left));
  const top = Math.max(0, Math.floor(box.top));
  const width = Math.max(1, Math.min(image.width, Math.ceil(box.right)) - left);
  const height = Math.max(1, Math.min(image.height, Math.ceil(box.bottom)) - top);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * image.width + left;
    pixels.set(image.pixels.subarray(start, start + width), y * width);
  }
  return { width, height, pixels };
}

/** The picture with a margin of one shade on all sides. */
export function framed(image: GreyImage, margin: number, shade: number): GreyImage {
  const width = image.width + 2 * margin;
  const height = image.height + 2 * margin;
  const pixels = new Uint8Array(width * height).fill(shade);
  for (let y = 0; y < image.height; y++) {
    const row = image.pixels.subarray(y * image.width, (y + 1) * image.width);
    pixels.set(row, (y + margin) * width + margin);
  }
  return { width, height, pixels };
}
