/** What shines through thin paper from its back: paler than the page's own print by far, and mirrored, so that it is not read surely. */
import { median } from './median.ts';
import { isLegible, type LineReading } from './networks/reader.ts';

/** So much of the contrast that the page's print has in the median, it has at most; pale print on paper has more … */
const MOST_CONTRAST_SHARE = 0.3;
/** … or is read more surely (0…1). */
const SURE_PROBABILITY = 0.95;

/** The readings without those of what shows through. */
export function withoutShowThrough<L extends { reading: LineReading }>(lines: readonly L[]): L[] {
  const usual = median(
    lines.filter(({ reading }) => isLegible(reading)).map(({ reading }) => reading.contrast),
  );
  return lines.filter(
    ({ reading: { contrast, probability } }) =>
      contrast >= MOST_CONTRAST_SHARE * usual || probability >= SURE_PROBABILITY,
  );
}
