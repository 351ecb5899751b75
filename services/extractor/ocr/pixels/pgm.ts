/** Writes a binary portable grey map (Netpbm, `P5`), the cheapest file format for grey pixels. */
import type { GreyImage } from '../engine.ts';

const GREATEST_VALUE = 255;

export function pgm(image: GreyImage): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${image.width} ${image.height}\n${GREATEST_VALUE}\n`);
  const file = new Uint8Array(header.length + image.pixels.length);
  file.set(header);
  file.set(image.pixels, header.length);
  return file;
}
