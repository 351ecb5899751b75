/** Whether a line ends where its column does, as far as the lines around it tell. */

import type { Line } from '../../page/line.ts';
import { isFlush } from './dashes.ts';

/** Lines so far above and below say how long those of a column are, and what is counted in it. */
const REACH_EM = 18;

/** The lines around one that begin at its edge, itself among them. */
export function flushLines(line: Line, lines: readonly Line[]): Line[] {
  return lines.filter(
    other => isFlush(other, line) && Math.abs(other.baseline - line.baseline) < REACH_EM * line.size,
  );
}

/** Whether the first word of `lower` would not have fitted behind `upper`. */
export function isFull(upper: Line, lower: Line, column: readonly Line[]): boolean {
  const edge = Math.max(...column.map(line => line.right));
  return upper.right + (lower.items[0]?.width ?? 0) > edge;
}
