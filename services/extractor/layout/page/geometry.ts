/** Rectangles and intervals in view space. */
import type { Rectangle, Rule } from './content.ts';

/** What stands between two heights or in a column: its sides across the page. */
export interface Sides {
  left: number;
  right: number;
}

/** A line as a rectangle without a height, or a width. */
export function boxOfRule({ orientation, position, start, end }: Rule): Rectangle {
  return orientation === 'horizontal'
    ? { left: start, right: end, top: position, bottom: position }
    : { left: position, right: position, top: start, bottom: end };
}

/** Length two intervals share; negative where they are apart. */
export function shared(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.min(end, otherEnd) - Math.max(start, otherStart);
}

export function sharedWidth(one: Sides, other: Sides): number {
  return shared(one.left, one.right, other.left, other.right);
}

export function sharedHeight(one: Rectangle, other: Rectangle): number {
  return shared(one.top, one.bottom, other.top, other.bottom);
}

/** The smallest rectangle around all; of nothing, an empty one at the origin. */
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

/** The same of their sides alone. */
export function sidesOf(boxes: readonly Sides[]): Sides {
  let left = Infinity;
  let right = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  }
  return left === Infinity ? { left: 0, right: 0 } : { left, right };
}

/** What two rectangles share; its sides are crossed where they are apart. */
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

/** The same of their sides alone: whether one would stand above, below or in the other. */
export function meetAcross(one: Sides, other: Sides): boolean {
  return one.left < other.right && other.left < one.right;
}

/** Whether two rectangles overlap, touch, or stand no further apart than `distance` in both directions. */
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

/** The x, and the y, of its middle. */
export const middleX = ({ left, right }: Sides): number => (left + right) / 2;
export const middleY = ({ top, bottom }: Pick<Rectangle, 'top' | 'bottom'>): number => (top + bottom) / 2;

export function areaOf({ left, top, right, bottom }: Rectangle): number {
  return (right - left) * (bottom - top);
}

/** A point of the edge is in the rectangle. */
export function holdsPoint(box: Rectangle, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

export function holdsCentre(box: Rectangle, of: Rectangle): boolean {
  return holdsPoint(box, middleX(of), middleY(of));
}

/** The middle value; 0 of nothing. */
export function median(values: readonly number[]): number {
  // Most are asked of sizes and steps that are all alike.
  const first = values[0] ?? 0;
  for (let at = 1; at < values.length; at += 1)
    if (values[at] !== first)
      return values.length > FEW
        ? (new Float64Array(values).sort()[values.length >> 1] ?? 0)
        : medianOfFew(values);
  return first;
}

/** So many are sorted sooner by putting each in its place than by the engine, which is called for it. */
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

/** Those whose place lies from `least` to `most`, of things in the ascending order of their places. */
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

/** The first place among ascending values that is not below `least`, by bisection; `length` where all are. */
export function firstFrom(length: number, valueAt: (at: number) => number, least: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
