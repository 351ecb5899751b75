/** Lines that go on in the middle of a sentence, whatever their weight and however far apart they are set. */

import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { startsSmall } from '../../text/scripts.ts';
import { endsClause } from '../../text/sentence-ends.ts';
import { isFlush, RUNNING_WORDS_MIN } from './dashes.ts';
import { flushLines, isFull } from './full-lines.ts';

/** Points between baselines, in ems, up to which a sentence goes on: one and a half lines in a font with a large box. */
export const RUNNING_STEP_EM = 2.1;

/** Whether a small letter goes on, flush with it, from a full line without an end. */
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
