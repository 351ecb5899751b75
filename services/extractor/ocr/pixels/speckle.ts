/** Grain of a cheap camera or a worn drum: thousands of specks that are ink by their shade and print by nothing else. */
import type { GreyImage } from '../engine.ts';

/** Binomial weights of a pixel and its neighbours on one axis, in sixteenths once both axes are done: 1 2 1. */
const SHIFT = 4;
const HALF = 8;

/** Each pixel mixed with its neighbours: what is a pixel wide fades, strokes of letters stay. */
export function softened({ width, height, pixels }: GreyImage): GreyImage {
  const soft = new Uint8Array(pixels.length);
  const column = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    const [above, here, below] = [Math.max(0, y - 1), y, Math.min(height - 1, y + 1)].map(row => row * width);
    for (let x = 0; x < width; x++)
      column[x] =
        (pixels[(above ?? 0) + x] ?? 0) +
        2 * (pixels[(here ?? 0) + x] ?? 0) +
        (pixels[(below ?? 0) + x] ?? 0);
    for (let x = 0; x < width; x++) {
      const sides = (column[Math.max(0, x - 1)] ?? 0) + (column[Math.min(width - 1, x + 1)] ?? 0);
      soft[y * width + x] = (sides + 2 * (column[x] ?? 0) + HALF) >> SHIFT;
    }
  }
  return { width, height, pixels: soft };
}
