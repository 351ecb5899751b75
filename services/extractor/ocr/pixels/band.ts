/** The part of a page that is worth a trial reading. */
import type { Box } from '../engine.ts';
import type { Mask } from './ink.ts';

/** About six lines of 12-point print at 200 dpi; a small picture is tried as a whole. */
const BAND_PX = 300;

/** The band of full width with the most ink. */
export function densestBand({ width, height, ink }: Mask): Box {
  const rows = new Uint32Array(height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y] = (rows[y] ?? 0) + (ink[at++] ?? 0);
  let sum = 0;
  let best = { sum: 0, bottom: Math.min(height, BAND_PX) };
  for (let y = 0; y < height; y++) {
    sum += (rows[y] ?? 0) - (rows[y - BAND_PX] ?? 0);
    if (sum > best.sum && y >= BAND_PX - 1) best = { sum, bottom: y + 1 };
  }
  return { left: 0, top: Math.max(0, best.bottom - BAND_PX), right: width, bottom: best.bottom };
}
