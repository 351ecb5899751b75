/**
 * Removes what shows through thin paper from its back. It is far paler than the page's own print, and mirrored, so it
 * is read with low probability.
 */
import { median } from './median.ts';
import { isLegible, type LineReading } from './networks/reader.ts';

/** It has at most this share of the median contrast of the page's print; pale print on the page has more … */
const MOST_CONTRAST_SHARE = 0.3;
/** … or is read with at least this probability (0…1). */
const SURE_PROBABILITY = 0.95;

/** The lines without those that show through. */
export function withoutShowThrough<L extends { reading: LineReading }>(lines: readonly L[]): L[] {
  const usual = median(
    lines.filter(({ reading }) => isLegible(reading)).map(({ reading }) => reading.contrast),
  );
  return lines.filter(
    ({ reading: { contrast, probability } }) =>
      contrast >= MOST_CONTRAST_SHARE * usual || probability >= SURE_PROBABILITY,
  );
}
