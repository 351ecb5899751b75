/**
 * Orders regions that no cut divides, such as boxes arranged around each other like the vanes of a windmill (T. M.
 * Breuel, High Performance Document Layout Analysis, 2003).
 */

import type { Rectangle } from '../../page/content.ts';
import { sharedWidth } from '../../page/geometry.ts';
import { TOLERANCE } from './gutters.ts';

/** Most boxes of one region, since each pair is compared by what stands between. */
export const COMPARED_MAX = 60;

/**
 * Returns the same boxes, each after those above it, and after those at its left unless a box over both stands between
 * the two.
 */
export function precedenceOrder<T extends Rectangle>(boxes: readonly T[]): T[] {
  const open = boxes.toSorted((one, other) => one.top - other.top || one.left - other.left);
  const before = new Map(open.map(box => [box, open.filter(other => comesBefore(other, box, open))]));
  const placed = new Set<T>();
  const isFree = (box: T) => before.get(box)?.every(other => placed.has(other)) === true;
  while (open.length > 0) {
    // Where boxes wait for each other in a ring, the topmost comes first.
    const at = Math.max(0, open.findIndex(isFree));
    for (const box of open.splice(at, 1)) placed.add(box);
  }
  return [...placed];
}

function comesBefore(one: Rectangle, other: Rectangle, boxes: readonly Rectangle[]): boolean {
  if (one === other) return false;
  if (sharedWidth(one, other) > TOLERANCE) return one.top < other.top;
  if (one.right > other.left + TOLERANCE) return false;
  const [from, to] = one.top < other.top ? [one.bottom, other.top] : [other.bottom, one.top];
  const isBetween = (box: Rectangle) => box.top >= from - TOLERANCE && box.bottom <= to + TOLERANCE;
  const isOverBoth = (box: Rectangle) =>
    sharedWidth(box, one) > TOLERANCE && sharedWidth(box, other) > TOLERANCE;
  return !boxes.some(box => isBetween(box) && isOverBoth(box));
}
