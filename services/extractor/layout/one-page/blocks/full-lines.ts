/** Decides whether a line fills its column, judged by the lines around it. */

import type { Line } from '../../page/line.ts';
import { isFlush } from './dashes.ts';

/** Lines within this distance above and below show how long the lines of a column are, and which of them count items. */
const REACH_EM = 18;

/** Returns the lines near one that begin at its left edge, including itself. */
export function flushLines(line: Line, lines: readonly Line[]): Line[] {
  return lines.filter(
    other => isFlush(other, line) && Math.abs(other.baseline - line.baseline) < REACH_EM * line.size,
  );
}

/** Width of a space in most fonts. */
const SPACE_EM = 0.25;

/** Whether a space and the first word of `lower` would not have fitted behind `upper`. */
export function isFull(upper: Line, lower: Line, column: readonly Line[]): boolean {
  const edge = Math.max(...column.map(line => line.right));
  return upper.right + SPACE_EM * upper.size + (lower.items[0]?.width ?? 0) > edge;
}
