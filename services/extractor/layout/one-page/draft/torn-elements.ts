/**
 * Finds paragraphs of the structure tree whose lines are scattered over the page. Word tags the text of text boxes as
 * part of the paragraph they are anchored to, and some programs tag a page as one paragraph.
 */

import { isBlock } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';

/**
 * The lines of a real paragraph are apart at most this many times: it may continue at the top of the next column or
 * contain a picture.
 */
const LEAPS_MAX = 2;
/** Lines below each other are at most this far apart. */
const STEP_MAX_EM = 4;

/** Returns the same lines, with those of scattered elements as if they were not tagged. */
export function withoutTornElements(lines: Line[]): Line[] {
  const leaps = new Map<number, number>();
  lines.forEach((line, at) => {
    const above = lines[at - 1];
    if (isBlock(line.element) && above?.element === line.element && isApart(above, line))
      leaps.set(line.element, (leaps.get(line.element) ?? 0) + 1);
  });
  const torn = new Set([...leaps].filter(([, count]) => count > LEAPS_MAX).map(([element]) => element));
  if (torn.size === 0) return lines;
  return lines.map(line =>
    line.element !== undefined && torn.has(line.element) ? { ...line, element: undefined } : line,
  );
}

/** Whether a line stands above the one before it, or far below. */
function isApart(above: Line, line: Line): boolean {
  const step = line.baseline - above.baseline;
  return step < 0 || step > STEP_MAX_EM * Math.max(line.size, above.size);
}
