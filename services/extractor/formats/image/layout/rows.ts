/** Segments on one level, from left to right. */
import { heightOf, hull, middleOf, type Segment } from './segments.ts';

export type Row = Segment[];

/** A segment joins a row if its middle lies within this share of the row's height around the row's middle. */
const MIDDLE_SHARE = 0.6;

/** Rows from top to bottom. `unit` is the page's median segment height: what two neighbours may overlap. */
export function rowsOf(segments: readonly Segment[], unit: number): Row[] {
  const rows: Row[] = [];
  for (const segment of [...segments].sort((a, b) => middleOf(a) - middleOf(b))) {
    const last = rows.at(-1);
    if (last && belongs(last, segment, unit)) last.push(segment);
    else rows.push([segment]);
  }
  return rows.map(row => row.sort((a, b) => a.left - b.left));
}

function belongs(row: Row, segment: Segment, unit: number): boolean {
  const box = hull(row);
  const reach = (Math.max(heightOf(box), heightOf(segment)) * MIDDLE_SHARE) / 2;
  if (Math.abs(middleOf(segment) - middleOf(box)) > reach) return false;
  return row.every(
    other => Math.min(other.right, segment.right) - Math.max(other.left, segment.left) <= unit,
  );
}
