/** Measures where a piece stands among its neighbours: a heading is set off from what comes before. */

import type { Rectangle } from '../../page/content.ts';
import type { Flow } from '../../page/flow.ts';
import { sharedHeight, sharedWidth } from '../../page/geometry.ts';

/** Neighbours that share at least this part of their height are in one row. */
export const SAME_ROW_SHARE = 0.5;
/** Left edges this close are one. */
const FLUSH_EM = 0.4;
/** Number of pieces among which the row of a label is searched. */
const ROW_REACH = 12;
/** A gap is wider than another from this factor, and this many points, on. */
const WIDER_GAP = 1.25;
const WIDER_GAP_POINTS = 1;

export const boxOf = (flow: Flow): Rectangle => (flow.kind === 'text' ? flow.block : flow.found.region);

const widthOf = (flow: Flow): number => boxOf(flow).right - boxOf(flow).left;

/** Whether one piece stands directly above the other in one column. */
export function stands(upper: Flow | undefined, lower: Flow | undefined): boolean {
  if (upper === undefined || lower === undefined || upper.page !== lower.page) return false;
  const [above, below] = [boxOf(upper), boxOf(lower)];
  return below.top >= above.top && sharedWidth(above, below) > 0;
}

/**
 * Whether a picture separates two pieces: it stands below the upper one, or on the next page above the lower one.
 * `pictures` are sorted by page.
 */
export function isPictureBetween(
  upper: Flow | undefined,
  lower: Flow | undefined,
  pictures: readonly (readonly Rectangle[])[],
): boolean {
  if (upper === undefined || lower === undefined || lower.page - upper.page > 1) return false;
  const [above, below] = [boxOf(upper), boxOf(lower)];
  const picturesOf = ({ page }: Flow) => pictures[page - 1] ?? [];
  const isUnder = (picture: Rectangle) => picture.top >= above.bottom && sharedWidth(picture, above) > 0;
  const isOver = (picture: Rectangle) => picture.bottom <= below.top && sharedWidth(picture, below) > 0;
  return upper.page === lower.page
    ? picturesOf(upper).some(picture => isUnder(picture) && isOver(picture))
    : picturesOf(upper).some(isUnder) || picturesOf(lower).some(isOver);
}

/** Returns the distance in points between two pieces of one column; 0 where they are not in one. */
export function gap(upper: Flow | undefined, lower: Flow | undefined): number {
  if (upper === undefined || lower === undefined || !stands(upper, lower)) return 0;
  return Math.max(0, boxOf(lower).top - boxOf(upper).bottom);
}

/** Whether both begin at the same left edge. */
export function flush(flow: Flow, other: Flow, size: number): boolean {
  return Math.abs(boxOf(flow).left - boxOf(other).left) < FLUSH_EM * size;
}

/** Returns `down` if there is more room above a piece than below it, `up` if it is the other way round, otherwise null. */
export function leans(previous: Flow | undefined, flow: Flow, next: Flow | undefined): 'down' | 'up' | null {
  if (!stands(previous, flow) || !stands(flow, next)) return null;
  const [above, below] = [gap(previous, flow), gap(flow, next)];
  if (isWider(above, below)) return 'down';
  return isWider(below, above) ? 'up' : null;
}

/** Whether a gap is wider than the other by more than rounding and font boxes cause. */
export const isWider = (gap: number, other: number): boolean => gap > WIDER_GAP * other + WIDER_GAP_POINTS;

/** Returns a piece's share of its neighbours' width; 1 without neighbours above or below. */
export function widthAmong(flow: Flow, neighbours: readonly (Flow | undefined)[]): number {
  let widest = Math.max(widthOf(flow), 1);
  for (const other of neighbours)
    if (other !== undefined && (stands(other, flow) || stands(flow, other)))
      widest = Math.max(widest, widthOf(other));
  return Math.min(1, widthOf(flow) / widest);
}

/** Returns how many short pieces stand in the rows of this one: labels of forms and charts stand in rows. */
export function besides(flow: Flow, sorted: readonly Flow[], at: number): number {
  const box = boxOf(flow);
  const lower = box.bottom - box.top;
  let found = 0;
  for (const step of [-1, 1])
    for (let other = at + step; Math.abs(other - at) <= ROW_REACH; other += step) {
      const piece = sorted[other];
      if (piece === undefined) break;
      const least = Math.min(lower, boxOf(piece).bottom - boxOf(piece).top);
      if (sharedHeight(box, boxOf(piece)) > SAME_ROW_SHARE * least && sharedWidth(box, boxOf(piece)) <= 0)
        found++;
    }
  return found;
}
