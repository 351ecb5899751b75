/**
 * Orders boxes and figures that text runs around. No cut separates them from the text, so they are placed beside it in
 * the order.
 */

import type { Rectangle, Rule } from '../../page/content.ts';
import { around, sharedHeight, sharedWidth } from '../../page/geometry.ts';
import { cutOrder } from './cut.ts';
import { COLUMN_LINES_MIN, type Placed, TOLERANCE } from './gutters.ts';

/** In points: text whose extent reaches farther into a box than this runs around it. */
const SURROUND_MIN = 4;

export interface Floating extends Placed {
  /** Whether the box is set into the running text without being part of it. */
  aside?: boolean;
}

/**
 * Returns the same boxes in reading order. A box that text runs around comes before that text if it stands left of it,
 * otherwise after.
 */
export function inReadingOrder<T extends Floating>(boxes: readonly T[], rules: readonly Rule[] = []): T[] {
  const isFloat = (box: T) => {
    if (!box.aside && box.lineCount < 2) return false;
    const beside = boxes.filter(other => other !== box && !other.aside && surrounds(other, box));
    return box.aside === true ? beside.length > 0 : isOverGutter(box, beside);
  };
  const floats = boxes.filter(isFloat);
  if (floats.length === 0) return cutOrder(boxes, rules);
  const ordered = cutOrder(
    boxes.filter(box => !floats.includes(box)),
    rules,
  );
  for (const float of floats.sort((one, other) => one.top - other.top)) {
    const beside = ordered.filter(box => !box.aside && surrounds(box, float));
    const middle = around(beside);
    const isLeft = float.left + float.right < middle.left + middle.right - TOLERANCE;
    const at = isLeft ? ordered.indexOf(beside[0] as T) : ordered.indexOf(beside.at(-1) as T) + 1;
    ordered.splice(at, 0, float);
  }
  return ordered;
}

/** Whether a box is a quotation set over the gutter, with columns on both sides running around it. */
function isOverGutter(box: Placed, beside: readonly Placed[]): boolean {
  const columns = beside.filter(({ lineCount }) => lineCount >= COLUMN_LINES_MIN);
  return (
    columns.some(({ left, right }) => left < box.left && right < box.right) &&
    columns.some(({ left, right }) => left > box.left && right > box.right)
  );
}

/** Whether the extent of one reaches into the other. */
function surrounds(text: Rectangle, box: Rectangle): boolean {
  return sharedWidth(text, box) > SURROUND_MIN && sharedHeight(text, box) > SURROUND_MIN;
}
