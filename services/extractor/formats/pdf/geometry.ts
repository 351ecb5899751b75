/** Rectangles and intervals in view space. */
import type { Rectangle } from './page.ts';

/** Length two intervals share; negative where they are apart. */
export function shared(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.min(end, otherEnd) - Math.max(start, otherStart);
}

export function sharedWidth(one: Rectangle, other: Rectangle): number {
  return shared(one.left, one.right, other.left, other.right);
}

export function sharedHeight(one: Rectangle, other: Rectangle): number {
  return shared(one.top, one.bottom, other.top, other.bottom);
}

/** The smallest rectangle around all; of nothing, an empty one at the origin. */
export function around(boxes: Iterable<Rectangle>): Rectangle {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of boxes) {
    box.left = Math.min(box.left, left);
    box.top = Math.min(box.top, top);
    box.right = Math.max(box.right, right);
    box.bottom = Math.max(box.bottom, bottom);
  }
  return box.left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : box;
}

export function holdsCentre(box: Rectangle, of: Rectangle): boolean {
  const x = (of.left + of.right) / 2;
  const y = (of.top + of.bottom) / 2;
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** The middle value; 0 of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
