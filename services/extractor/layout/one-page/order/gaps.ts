/** Finds white space between boxes, from side to side or from top to bottom. */

import type { Rectangle } from '../../page/content.ts';

/** In points: less is no gap between bands. */
const GAP_MIN = 0.2;

export interface Gap {
  start: number;
  end: number;
}

/**
 * Returns the gaps: places where as many boxes have ended as have begun. For this, beginnings and ends may be sorted
 * separately.
 */
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

/**
 * Sorts one side of the boxes. They are mostly in order already: boxes come from top to bottom, and those of a column
 * share their sides.
 */
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

/** Whether all boxes cover some common place, as the paragraphs of one column do, so that no gap separates them. */
function shareAPlace(boxes: readonly Rectangle[], from: 'left' | 'top', to: 'right' | 'bottom'): boolean {
  let [lastBegin, firstEnd] = [-Infinity, Infinity];
  for (const box of boxes) {
    lastBegin = Math.max(lastBegin, box[from]);
    firstEnd = Math.min(firstEnd, box[to]);
  }
  return lastBegin <= firstEnd;
}
