/** Finds lines that continue in the middle of a sentence, whatever their weight and distance. */

import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { startsSmall } from '../../text/scripts.ts';
import { endsClause } from '../../text/sentence-ends.ts';
import { isFlush, RUNNING_WORDS_MIN } from './dashes.ts';
import { flushLines, isFull } from './full-lines.ts';

/** Largest distance between baselines over which a sentence continues: one and a half lines in a font with a large box. */
export const RUNNING_STEP_EM = 2.1;

/** Whether a line that begins with a small letter continues a full line at the same edge that does not end its clause. */
export function runsOn(upper: Line, lower: Line, lines: readonly Line[]): boolean {
  return (
    startsSmall(lower.text) &&
    !endsClause(upper.text) &&
    upper.items.length >= RUNNING_WORDS_MIN &&
    isSameSize(upper, lower) &&
    isFlush(upper, lower) &&
    isFull(upper, lower, flushLines(upper, lines))
  );
}
