/** Two drawn tables as wide as each other, one shortly below the other: their outer lines look like one. */

import type { Rule } from '../../../page/content.ts';
import { COLUMN_EDGE_PT, clusterPositions, ROW_EDGE_PT } from '../shape/rules.ts';
import { extentOf, type Lattice } from './lattice.ts';

/** White space between the two, in points: the two of a double line are nearer, a row of a table is higher. */
const GAP_MIN = 4;
const GAP_MAX = 12;

/** The parts between whose lines across nothing stands, where the lines between columns are others above and below. */
export function splitStacked(lattice: Lattice): Lattice[] {
  const { left, right } = extentOf(lattice);
  const isOuter = ({ position }: Rule) =>
    position - left <= COLUMN_EDGE_PT || right - position <= COLUMN_EDGE_PT;
  const inner = lattice.vertical.filter(rule => !isOuter(rule));
  const across = lattice.horizontal.filter(
    ({ start, end }) => start - left <= COLUMN_EDGE_PT && right - end <= COLUMN_EDGE_PT,
  );
  const ys = clusterPositions(
    across.map(({ position }) => position),
    ROW_EDGE_PT,
  );
  for (const [at, bottom] of ys.slice(1).entries()) {
    const top = ys[at] ?? bottom;
    if (bottom - top < GAP_MIN || bottom - top > GAP_MAX || !areOthers(inner, top, bottom)) continue;
    return [cut(lattice, -Infinity, top), ...splitStacked(cut(lattice, bottom, Infinity))];
  }
  return [lattice];
}

/** Whether lines end at the upper edge, others begin at the lower one, and none goes on. */
function areOthers(inner: readonly Rule[], top: number, bottom: number): boolean {
  const above = inner.filter(({ end }) => Math.abs(end - top) <= ROW_EDGE_PT);
  const below = inner.filter(({ start }) => Math.abs(start - bottom) <= ROW_EDGE_PT);
  const isCrossed = inner.some(({ start, end }) => start < top - ROW_EDGE_PT && end > top + ROW_EDGE_PT);
  const isShared = above.some(one =>
    below.some(other => Math.abs(one.position - other.position) <= COLUMN_EDGE_PT),
  );
  return above.length > 0 && below.length > 0 && !isCrossed && !isShared;
}

/** What lies between two heights. */
function cut({ horizontal, vertical }: Lattice, from: number, to: number): Lattice {
  return {
    horizontal: horizontal.filter(
      ({ position }) => position >= from - ROW_EDGE_PT && position <= to + ROW_EDGE_PT,
    ),
    vertical: vertical
      .filter(({ start, end }) => start < to - ROW_EDGE_PT && end > from + ROW_EDGE_PT)
      .map(rule => ({ ...rule, start: Math.max(rule.start, from), end: Math.min(rule.end, to) })),
  };
}
