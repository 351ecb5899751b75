/** Segments at one height, from left to right. */
import type { Box } from '../../../ocr/engine.ts';
import { levelShare, middleOf, type Segment } from './segments.ts';

export type Row = Segment[];

/** A segment joins a row if at least this share of the lower of the two is level with the other. */
const LEVEL_SHARE = 0.5;

/** Returns rows from top to bottom. `unit` is the page's median segment height, which limits how far neighbours may overlap. */
export function rowsOf<S extends Box>(segments: readonly S[], unit: number): S[][] {
  const rows: S[][] = [];
  for (const segment of [...segments].sort((a, b) => middleOf(a) - middleOf(b))) {
    const last = rows.at(-1);
    if (last && belongs(last, segment, unit)) last.push(segment);
    else rows.push([segment]);
  }
  return rows.map(row => row.sort((a, b) => a.left - b.left));
}

function belongs(row: readonly Box[], segment: Box, unit: number): boolean {
  if (levelShare(meanLevel(row), segment) < LEVEL_SHARE) return false;
  return row.every(
    other => Math.min(other.right, segment.right) - Math.max(other.left, segment.left) <= unit,
  );
}

/** Uses means instead of extremes, so that one tall piece does not pull in the next row. */
function meanLevel(row: readonly Box[]): Box {
  const mean = (edge: 'top' | 'bottom') => row.reduce((sum, piece) => sum + piece[edge], 0) / row.length;
  return { left: 0, right: 0, top: mean('top'), bottom: mean('bottom') };
}
