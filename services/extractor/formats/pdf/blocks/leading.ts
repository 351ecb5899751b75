/** How far lines of running text stand apart: double-spaced documents need another limit than dense ones. */
import { median } from '../geometry.ts';
import { BLOCKS } from '../thresholds.ts';
import type { Neighbours } from './blocks.ts';

export interface Leading {
  /** Points between baselines up to which lines of this size belong together. */
  limit(size: number): number;
}

export function leadingOf(neighbours: Neighbours): Leading {
  const samples: number[] = [];
  for (const [upper, lowers] of neighbours) {
    const [lower] = lowers;
    if (lowers.length !== 1 || lower === undefined) continue;
    const ratio = (lower.baseline - upper.baseline) / upper.size;
    if (Math.abs(lower.size - upper.size) < 0.05 * upper.size && ratio < BLOCKS.leadingMaxEm)
      samples.push(ratio);
  }
  const usual = samples.length >= BLOCKS.leadingSamplesMin ? median(samples) : BLOCKS.leadingUsualEm;
  const limit = Math.min(
    BLOCKS.leadingMaxEm,
    Math.max(usual * BLOCKS.leadingSlack, usual + BLOCKS.leadingSlackEm, BLOCKS.leadingMinEm),
  );
  return { limit: size => size * limit };
}
