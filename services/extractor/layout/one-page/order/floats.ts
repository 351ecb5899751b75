/** Boxes and figures that text runs around: no cut parts them from it, so they are set beside it in the order. */

import type { Rectangle, Rule } from '../../page/content.ts';
import { around, sharedHeight, sharedWidth } from '../../page/geometry.ts';
import { cutOrder } from './cut.ts';
import { COLUMN_LINES_MIN, type Placed, TOLERANCE } from './gutters.ts';

/** Points; text whose extent reaches further into a box runs around it. */
const SURROUND_MIN = 4;

export interface Floating extends Placed {
  /** Set into the running text, no part of it. */
  aside?: boolean;
}

/** The same boxes in reading order; what text runs around comes before that text where it stands left of it, else after. */
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

/** A quotation set over the gutter: columns on both of its sides run around it. */
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
