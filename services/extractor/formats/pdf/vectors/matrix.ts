/** Affine transforms in the form that PDF uses (ISO 32000-2, 8.3.3). */
import type { Rectangle } from '../../../layout/page/content.ts';

/** [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * Returns the transform that applies `inner` first, then `outer`. Values are read by index, here and below, because an
 * iterator costs more than the sums.
 */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}

/** Returns six finite numbers as a matrix, otherwise null: operators contain arrays or typed arrays. */
export function matrixOf(value: unknown): Matrix | null {
  if (!Array.isArray(value) && !(value instanceof Float32Array) && !(value instanceof Float64Array))
    return null;
  if (value.length !== 6) return null;
  // By index, because this runs for every letter of content that places each letter.
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = value;
  const sum = Number(a) + Number(b) + Number(c) + Number(d) + Number(e) + Number(f);
  return Number.isFinite(sum) ? [a, b, c, d, e, f] : null;
}

/** Returns the bounding box of a transformed rectangle. */
export function transformBox(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Rectangle {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = matrix;
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1];
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1];
  return {
    left: Math.min(...xs) + e,
    right: Math.max(...xs) + e,
    top: Math.min(...ys) + f,
    bottom: Math.max(...ys) + f,
  };
}

/** Returns the mean enlargement of a transform: the factor for a line width. */
export function scaleOf(matrix: Matrix): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
}
