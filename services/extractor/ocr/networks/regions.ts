/** Connected pieces of a probability map, given as a picture in which darker means more likely print. */
import type { Box, GreyImage } from '../engine.ts';
import type { Point } from '../pixels/sheet.ts';

export interface Region extends Box {
  /** Mean over its pixels, 0…1. */
  probability: number;
  /** How far it falls for each pixel to the right, by least squares over its pixels. */
  fall: number;
  /** The centres of equal stretches of its width; none if it is too short for three. */
  middles: Point[];
  /** Its mean height. */
  thickness: number;
}

/** A stretch is this many times as long as the piece is high; in shorter ones the centre follows single letters. */
const STRETCH_SHAPE = 4;
const LEAST_STRETCHES = 3;

const WHITE = 255;

/** Pieces of pixels above `least` that touch by a side or a corner; `right` and `bottom` are exclusive. */
export function regionsOf({ width, height, pixels }: GreyImage, least: number): Region[] {
  const lightest = Math.round(WHITE * (1 - least));
  const seen = new Uint8Array(pixels.length);
  const waiting = new Int32Array(pixels.length);
  const regions: Region[] = [];
  for (let start = 0; start < pixels.length; start++) {
    if (seen[start] === 1 || (pixels[start] ?? WHITE) >= lightest) continue;
    let [left, top, right, bottom] = [width, height, 0, 0];
    let [sum, count, read, known] = [0, 0, 0, 1];
    // Coordinates are counted from the region's first pixel.
    let [across, down, squares, products] = [0, 0, 0, 0];
    const [startY, startX] = [Math.floor(start / width), start % width];
    waiting[0] = start;
    seen[start] = 1;
    while (read < known) {
      const at = waiting[read++] ?? 0;
      const y = Math.floor(at / width);
      const x = at - y * width;
      sum += WHITE - (pixels[at] ?? WHITE);
      count++;
      across += x - startX;
      down += y - startY;
      squares += (x - startX) ** 2;
      products += (x - startX) * (y - startY);
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (seen[next] === 1 || (pixels[next] ?? WHITE) >= lightest) continue;
          seen[next] = 1;
          waiting[known++] = next;
        }
    }
    const spread = count * squares - across * across;
    const fall = spread === 0 ? 0 : (count * products - across * down) / spread;
    const thickness = count / (right - left);
    const middles = middlesOf(waiting.subarray(0, known), width, { left, right, thickness });
    regions.push({ left, top, right, bottom, probability: sum / count / WHITE, fall, middles, thickness });
  }
  return regions;
}

function middlesOf(
  places: Int32Array,
  width: number,
  { left, right, thickness }: Pick<Region, 'left' | 'right' | 'thickness'>,
): Point[] {
  const count = Math.floor((right - left) / (STRETCH_SHAPE * thickness));
  if (count < LEAST_STRETCHES) return [];
  const stretches = Array.from({ length: count }, () => ({ x: 0, y: 0, pixels: 0 }));
  const perPixel = count / (right - left);
  for (const place of places) {
    const y = Math.floor(place / width);
    const x = place - y * width;
    const stretch = stretches[Math.floor((x - left) * perPixel)];
    if (stretch === undefined) continue;
    stretch.x += x;
    stretch.y += y;
    stretch.pixels++;
  }
  return stretches.map(({ x, y, pixels }) => ({ x: x / pixels + 0.5, y: y / pixels + 0.5 }));
}
