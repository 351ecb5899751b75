/** Rectangles and intervals in view space. */
import type { Rectangle, Rule } from './content.ts';

/** The horizontal extent of something. */
export interface Sides {
  left: number;
  right: number;
}

/** Returns a line as a rectangle without height, or without width. */
export function boxOfRule({ orientation, position, start, end }: Rule): Rectangle {
  return orientation === 'horizontal'
    ? { left: start, right: end, top: position, bottom: position }
    : { left: position, right: position, top: start, bottom: end };
}

/** Returns the length that two intervals share; negative where they are apart. */
export function shared(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.min(end, otherEnd) - Math.max(start, otherStart);
}

export function sharedWidth(one: Sides, other: Sides): number {
  return shared(one.left, one.right, other.left, other.right);
}

export function sharedHeight(one: Rectangle, other: Rectangle): number {
  return shared(one.top, one.bottom, other.top, other.bottom);
}

/** Returns the smallest rectangle around all; an empty one at the origin for an empty list. */
export function around(boxes: readonly Rectangle[]): Rectangle {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
}

/** Returns the horizontal extent of all. */
export function sidesOf(boxes: readonly Sides[]): Sides {
  let left = Infinity;
  let right = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  }
  return left === Infinity ? { left: 0, right: 0 } : { left, right };
}

/** Returns what two rectangles share; its sides are reversed where they are apart. */
export function intersection(one: Rectangle, other: Rectangle): Rectangle {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

export function contains(outer: Rectangle, inner: Rectangle, slack: number): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack
  );
}

/** Whether two rectangles share more than an edge; one without width or height may lie in the other. */
export function meet(one: Rectangle, other: Rectangle): boolean {
  return meetAcross(one, other) && one.top < other.bottom && other.top < one.bottom;
}

/** Whether their horizontal extents overlap, so that one would stand above, below or in the other. */
export function meetAcross(one: Sides, other: Sides): boolean {
  return one.left < other.right && other.left < one.right;
}

/** Whether two rectangles overlap, touch, or are at most `distance` apart in both directions. */
export function areNear(one: Rectangle, other: Rectangle, distance: number): boolean {
  return (
    one.left <= other.right + distance &&
    other.left <= one.right + distance &&
    one.top <= other.bottom + distance &&
    other.top <= one.bottom + distance
  );
}

export const widthOf = (box: Sides): number => box.right - box.left;
export const heightOf = (box: Rectangle): number => box.bottom - box.top;

/** Return the x, and the y, of the middle. */
export const middleX = ({ left, right }: Sides): number => (left + right) / 2;
export const middleY = ({ top, bottom }: Pick<Rectangle, 'top' | 'bottom'>): number => (top + bottom) / 2;

export function areaOf({ left, top, right, bottom }: Rectangle): number {
  return (right - left) * (bottom - top);
}

/** Whether a point is in the rectangle, including its edge. */
export function holdsPoint(box: Rectangle, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

export function holdsCentre(box: Rectangle, of: Rectangle): boolean {
  return holdsPoint(box, middleX(of), middleY(of));
}

/** Returns the median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  // Often all values are equal.
  const first = values[0] ?? 0;
  for (let at = 1; at < values.length; at += 1)
    if (values[at] !== first)
      return values.length > FEW
        ? (new Float64Array(values).sort()[values.length >> 1] ?? 0)
        : medianOfFew(values);
  return first;
}

/** Up to this many values, insertion sort is quicker than calling the engine's sort. */
const FEW = 32;
const sorted = new Float64Array(FEW);

function medianOfFew(values: readonly number[]): number {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    let place = at;
    for (; place > 0 && (sorted[place - 1] as number) > value; place -= 1)
      sorted[place] = sorted[place - 1] as number;
    sorted[place] = value;
  }
  return sorted[values.length >> 1] ?? 0;
}

/** Returns the things whose place is from `least` to `most`; `sorted` is in ascending order of places. */
export function between<T>(
  sorted: readonly T[],
  placeOf: (thing: T) => number,
  least: number,
  most: number,
): T[] {
  const start = firstFrom(sorted.length, at => placeOf(sorted[at] as T), least);
  let end = start;
  while (end < sorted.length && placeOf(sorted[end] as T) <= most) end += 1;
  return sorted.slice(start, end);
}

/**
 * Returns the first index among ascending values at which the value is at least `least`, by bisection; `length` where
 * there is none.
 */
export function firstFrom(length: number, valueAt: (at: number) => number, least: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
