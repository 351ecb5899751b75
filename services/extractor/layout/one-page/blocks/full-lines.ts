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

/** A space in ems, as most fonts set it. */
const SPACE_EM = 0.25;

/** Whether a space and the first word of `lower` would not have fitted behind `upper`. */
export function isFull(upper: Line, lower: Line, column: readonly Line[]): boolean {
  const edge = Math.max(...column.map(line => line.right));
  return upper.right + SPACE_EM * upper.size + (lower.items[0]?.width ?? 0) > edge;
}
