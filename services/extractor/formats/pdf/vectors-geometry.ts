/** Affine transforms and rectangles, as PDF has them (ISO 32000-2, 8.3.3). */
import type { Rectangle } from './page.ts';

/** [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The transform that applies `inner` first and `outer` after it. */
export function multiply(outer: Matrix, inner: ArrayLike<number>): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [ia, ib, ic, id, ie, jf] = [
    at(inner, 0),
    at(inner, 1),
    at(inner, 2),
    at(inner, 3),
    at(inner, 4),
    at(inner, 5),
  ];
  return [
    a * ia + c * ib,
    b * ia + d * ib,
    a * ic + c * id,
    b * ic + d * id,
    a * ie + c * jf + e,
    b * ie + d * jf + f,
  ];
}

export function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] ?? 0;
}

/** Bounding box of a transformed rectangle. */
export function transformBox(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Rectangle {
  const [a, b, c, d, e, f] = matrix;
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1];
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1];
  return {
    left: Math.min(...xs) + e,
    right: Math.max(...xs) + e,
    top: Math.min(...ys) + f,
    bottom: Math.max(...ys) + f,
  };
}

/** Mean enlargement of a transform: what a line width is multiplied by. */
export function scaleOf(matrix: Matrix): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
}

export function intersection(a: Rectangle, b: Rectangle): Rectangle {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
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

export const widthOf = (box: Rectangle): number => box.right - box.left;
export const heightOf = (box: Rectangle): number => box.bottom - box.top;
