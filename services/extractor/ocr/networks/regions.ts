/** Connected pieces of a map of probabilities. */
import type { Box } from '../engine.ts';

export interface Region extends Box {
  /** Mean over its pixels, 0…1. */
  probability: number;
}

/** Pieces of pixels above `least` that touch each other by a side or a corner; edges to the right and below are outside. */
export function regionsOf(map: Float32Array, width: number, height: number, least: number): Region[] {
  const seen = new Uint8Array(map.length);
  const waiting = new Int32Array(map.length);
  const regions: Region[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] === 1 || (map[start] ?? 0) <= least) continue;
    let [left, top, right, bottom] = [width, height, 0, 0];
    let [sum, count, read, known] = [0, 0, 0, 1];
    waiting[0] = start;
    seen[start] = 1;
    while (read < known) {
      const at = waiting[read++] ?? 0;
      const y = Math.floor(at / width);
      const x = at - y * width;
      sum += map[at] ?? 0;
      count++;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (seen[next] === 1 || (map[next] ?? 0) <= least) continue;
          seen[next] = 1;
          waiting[known++] = next;
        }
    }
    regions.push({ left, top, right, bottom, probability: sum / count });
  }
  return regions;
}
