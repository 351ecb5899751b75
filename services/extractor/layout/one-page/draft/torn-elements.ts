/**
 * Paragraphs of the structure tree whose lines stand all over the page: Word tags what stands in text boxes as a part of the paragraph
 * they are anchored to, and some programs tag a page as one.
 */

import { isBlock } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';

/** A paragraph goes on at the head of the next column, and may have a picture in it: its lines lie apart no oftener than so. */
const LEAPS_MAX = 2;
/** Lines below each other are no farther apart. */
const STEP_MAX_EM = 4;

/** The same lines, those of such elements as if they were not tagged. */
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

/** Above the line before it, or far below. */
function isApart(above: Line, line: Line): boolean {
  const step = line.baseline - above.baseline;
  return step < 0 || step > STEP_MAX_EM * Math.max(line.size, above.size);
}
