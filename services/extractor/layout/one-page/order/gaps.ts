/** White space between boxes, from side to side or from top to bottom. */

import type { Rectangle } from '../../page/content.ts';

/** Points; less is no gap between bands. */
const GAP_MIN = 0.2;

export interface Gap {
  start: number;
  end: number;
}

/** A gap is where as many boxes have ended as have begun: where they begin and end may be sorted apart. */
export function gapsBetween(
  boxes: readonly Rectangle[],
  from: 'left' | 'top',
  to: 'right' | 'bottom',
): Gap[] {
  if (shareAPlace(boxes, from, to)) return [];
  const begins = sortedSides(boxes, from);
  const ends = sortedSides(boxes, to);
  const gaps: Gap[] = [];
  for (let at = 1; at < boxes.length; at++) {
    const [start, end] = [ends[at - 1] ?? 0, begins[at] ?? 0];
    if (end > start + GAP_MIN) gaps.push({ start, end });
  }
  return gaps;
}

/** Mostly in order already: boxes are read from top to bottom, and the sides of a column's are alike. */
function sortedSides(boxes: readonly Rectangle[], side: keyof Rectangle): Float64Array {
  const sides = new Float64Array(boxes.length);
  let before = -Infinity;
  let isSorted = true;
  for (let at = 0; at < boxes.length; at++) {
    const place = (boxes[at] as Rectangle)[side];
    sides[at] = place;
    isSorted &&= place >= before;
    before = place;
  }
  return isSorted ? sides : sides.sort();
}

/** Whether there is a place that all boxes reach over, as the paragraphs of one column do: no gap parts them. */
function shareAPlace(boxes: readonly Rectangle[], from: 'left' | 'top', to: 'right' | 'bottom'): boolean {
  let [lastBegin, firstEnd] = [-Infinity, Infinity];
  for (const box of boxes) {
    lastBegin = Math.max(lastBegin, box[from]);
    firstEnd = Math.min(firstEnd, box[to]);
  }
  return lastBegin <= firstEnd;
}
