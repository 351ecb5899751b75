/** How far lines of running text stand apart: double-spaced documents need another limit than dense ones. */

import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { startsSmall } from '../../text/scripts.ts';
import { isOnePitch } from '../lines/one-pitch.ts';
import type { LinesBelow } from './lines-below.ts';
import { BLOCKS } from './thresholds.ts';

/** So many pairs of lines that are no program text tell more than all. */
const PROSE_PAIRS_MIN = 3;

/** So many lines that begin in the middle of a sentence show how far the lines of a paragraph stand apart. */
const RUNNING_PAIRS_MIN = 3;

export interface Leading {
  /** Points between baselines up to which lines of this size belong together. */
  limit(size: number): number;
}

/** `elsewhere` is that of the lines around these, for boxes of a few lines. */
export function leadingOf(below: LinesBelow, elsewhere?: Leading): Leading {
  const all: number[] = [];
  const prose: number[] = [];
  const running: number[] = [];
  for (const [upper, lowers] of below) {
    const [lower] = lowers;
    if (lowers.length !== 1 || lower === undefined) continue;
    const ratio = (lower.baseline - upper.baseline) / upper.size;
    if (!isSameSize(lower, upper) || ratio >= BLOCKS.leadingMaxEm) continue;
    all.push(ratio);
    if (isOnePitch(upper) || isOnePitch(lower)) continue;
    prose.push(ratio);
    if (startsSmall(lower.text)) running.push(ratio);
  }
  // Program text is set closer than what is said of it, and often fills more of the page.
  const isMixed = prose.length >= PROSE_PAIRS_MIN && prose.length < all.length;
  const isTold = isMixed || all.length >= BLOCKS.leadingSamplesMin;
  if (!isTold && elsewhere !== undefined) return elsewhere;
  const told = Math.max(median(all), isMixed ? median(prose) : 0);
  let usual = isTold ? told : usualOf(below.keys());
  // Letters have as many gaps between paragraphs as between lines.
  if (running.length >= RUNNING_PAIRS_MIN) usual = Math.min(told, median(running));
  const limit = Math.min(
    BLOCKS.leadingMaxEm,
    Math.max(usual * BLOCKS.leadingSlack, usual + BLOCKS.leadingSlackEm, BLOCKS.leadingMinEm),
  );
  return { limit: size => size * limit };
}

const ARABIC = /[\u0600-\u06ff]/g;
const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

function usualOf(lines: Iterable<Line>): number {
  let eastAsian = 0;
  let arabic = 0;
  let characters = 0;
  for (const line of lines) {
    eastAsian += line.text.match(EAST_ASIAN)?.length ?? 0;
    arabic += line.text.match(ARABIC)?.length ?? 0;
    characters += line.characters;
  }
  if (2 * arabic > characters) return BLOCKS.leadingArabicEm;
  return 2 * eastAsian > characters ? BLOCKS.leadingEastAsianEm : BLOCKS.leadingUsualEm;
}
