/** Divides flattened paths into subpaths in view space, and finds out which of them are straight boxes. */

import type { Rectangle } from '../../../layout/page/content.ts';
import type { Matrix } from './matrix.ts';
import { PATH } from './operators.ts';

/** A straight line counts as parallel to an axis up to this deviation, in points. */
const AXIS_TOLERANCE_PT = 1;

/** A curve is a straight line if its control points are this close to it, in points, … */
const STRAIGHT_PT = 0.1;
/** … and it is longer than the pieces of small discs. */
const STRAIGHT_LEAST_PT = 6;

export interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  curved: boolean;
}

export interface Subpath extends Rectangle {
  segments: Segment[];
}

/** Divides one path into subpaths; `close` adds the closing line that filling implies. */
export function readSubpaths(data: ArrayLike<number>, matrix: Matrix, close: boolean): Subpath[] {
  const reader = new PathReader(matrix, close);
  for (let i = 0; i < data.length; ) i = reader.step(data, i);
  return reader.finish();
}

class PathReader {
  readonly matrix: Matrix;
  readonly close: boolean;
  readonly subpaths: Subpath[] = [];
  segments: Segment[] = [];
  startX = 0;
  startY = 0;
  x = 0;
  y = 0;

  constructor(matrix: Matrix, close: boolean) {
    this.matrix = matrix;
    this.close = close;
  }

  /** Reads the command at `i`, and returns where the next one begins. */
  step(data: ArrayLike<number>, i: number): number {
    const command = data[i];
    if (command === PATH.closePath) {
      this.lineTo(this.startX, this.startY, false);
      return i + 1;
    }
    const points = command === PATH.curveTo ? 3 : command === PATH.quadraticCurveTo ? 2 : 1;
    // Paths are drawn in single precision, in which sides that meet have the same position.
    const px = Math.fround(data[i + points * 2 - 1] ?? 0);
    const py = Math.fround(data[i + points * 2] ?? 0);
    const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = this.matrix;
    const x = a * px + c * py + e;
    const y = b * px + d * py + f;
    if (command === PATH.moveTo) this.moveTo(x, y);
    else this.lineTo(x, y, points > 1 && this.#bends(data, i + 1, points - 1, x, y));
    return i + 1 + points * 2;
  }

  /**
   * Whether a control point lies beside the line from the current point to (x, y): some producers draw straight lines
   * as curves.
   */
  #bends(data: ArrayLike<number>, from: number, count: number, x: number, y: number): boolean {
    const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = this.matrix;
    const [dx, dy] = [x - this.x, y - this.y];
    const length = Math.hypot(dx, dy);
    if (length < STRAIGHT_LEAST_PT) return true;
    const slack = STRAIGHT_PT * length;
    for (let at = from; at < from + 2 * count; at += 2) {
      const [px, py] = [data[at] ?? 0, data[at + 1] ?? 0];
      const [cx, cy] = [a * px + c * py + e - this.x, b * px + d * py + f - this.y];
      if (Math.abs(cx * dy - cy * dx) > slack) return true;
      const along = cx * dx + cy * dy;
      if (along < -slack || along > length * length + slack) return true;
    }
    return false;
  }

  moveTo(x: number, y: number): void {
    this.finish();
    this.x = this.startX = x;
    this.y = this.startY = y;
  }

  lineTo(x: number, y: number, curved: boolean): void {
    if (x !== this.x || y !== this.y || curved) {
      this.segments.push({ x0: this.x, y0: this.y, x1: x, y1: y, curved });
    }
    this.x = x;
    this.y = y;
  }

  finish(): Subpath[] {
    if (this.close) this.lineTo(this.startX, this.startY, false);
    if (this.segments.length > 0) {
      const { left, top, right, bottom } = boundsOf(this.segments);
      this.subpaths.push({ left, top, right, bottom, segments: this.segments });
    }
    this.segments = [];
    return this.subpaths;
  }
}

export function boundsOf(segments: readonly Segment[]): Rectangle {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x0, y0, x1, y1 } of segments) {
    box.left = Math.min(box.left, x0, x1);
    box.right = Math.max(box.right, x0, x1);
    box.top = Math.min(box.top, y0, y1);
    box.bottom = Math.max(box.bottom, y0, y1);
  }
  return box;
}

function isHorizontal(segment: Segment): boolean {
  return !segment.curved && Math.abs(segment.y1 - segment.y0) <= AXIS_TOLERANCE_PT;
}

function isVertical(segment: Segment): boolean {
  return !segment.curved && Math.abs(segment.x1 - segment.x0) <= AXIS_TOLERANCE_PT;
}

export function isSlanted(segment: Segment): boolean {
  return !isHorizontal(segment) && !isVertical(segment);
}

/** Returns the length of a straight piece. */
export function lengthOf({ x0, y0, x1, y1 }: Segment): number {
  return Math.hypot(x1 - x0, y1 - y0);
}

/**
 * Returns how much a filled outline looks like a box: the part of the outline along its bounding box, as a share of the
 * box's circumference. Rectangles have 1, boxes with rounded corners slightly less, glyphs and discs nearly 0.
 */
export function boxness(subpath: Subpath): number {
  let along = 0;
  for (const segment of subpath.segments) {
    if (isHorizontal(segment) && isOn(segment.y0, subpath.top, subpath.bottom))
      along += Math.abs(segment.x1 - segment.x0);
    else if (isVertical(segment) && isOn(segment.x0, subpath.left, subpath.right))
      along += Math.abs(segment.y1 - segment.y0);
  }
  const circumference = 2 * (subpath.right - subpath.left + subpath.bottom - subpath.top);
  return circumference > 0 ? along / circumference : 0;
}

function isOn(value: number, low: number, high: number): boolean {
  return Math.abs(value - low) <= AXIS_TOLERANCE_PT || Math.abs(value - high) <= AXIS_TOLERANCE_PT;
}
