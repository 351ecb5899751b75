/**
 * Separates drawings that meet without being one table: two tables directly below each other, or a title in a box above
 * a table.
 */

import type { Rule } from '../../../page/content.ts';
import { COLUMN_EDGE_PT, clusterPositions, ROW_EDGE_PT } from '../shape/rules.ts';
import { extentOf, type Lattice } from './lattice.ts';

/** In points, the white space between the two: lines of a double line are nearer, a row of a table is higher. */
const GAP_MIN = 4;
const GAP_MAX = 12;

/** A box wider than everything below it by this much is none of its rows. */
const WIDER_PT = 8;

/** Returns the lattice without a one-cell box at its top that is wider than what stands below, and that box. */
export function splitTitle(lattice: Lattice): Lattice[] {
  const [top, bottom] = clusterPositions(
    lattice.horizontal.map(({ position }) => position),
    ROW_EDGE_PT,
  );
  if (top === undefined || bottom === undefined) return [lattice];
  const title = cut(lattice, top, bottom);
  const across = lattice.horizontal.filter(({ position }) => position > bottom + ROW_EDGE_PT);
  const vertical = cut(lattice, bottom, Infinity).vertical;
  if (across.length === 0 || vertical.length < 2) return [lattice];
  const [box, table] = [extentOf(title), extentOf({ horizontal: across, vertical })];
  const isOneCell = title.vertical.every(
    ({ position }) => position - box.left <= COLUMN_EDGE_PT || box.right - position <= COLUMN_EDGE_PT,
  );
  const isWider = table.left - box.left > WIDER_PT || box.right - table.right > WIDER_PT;
  if (!isOneCell || !isWider) return [lattice];
  const edges = title.horizontal
    .filter(({ position }) => position >= bottom - ROW_EDGE_PT)
    .map(rule => ({ ...rule, start: table.left, end: table.right }));
  return [title, { horizontal: [...edges, ...across], vertical }];
}

/**
 * Separates two drawn tables of equal width, one shortly below the other, whose outer lines look like one. Nothing
 * stands between their facing horizontal lines, and the column lines above and below differ.
 */
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

/** Whether lines end at the upper edge, others begin at the lower one, and none continues. */
function areOthers(inner: readonly Rule[], top: number, bottom: number): boolean {
  const above = inner.filter(({ end }) => Math.abs(end - top) <= ROW_EDGE_PT);
  const below = inner.filter(({ start }) => Math.abs(start - bottom) <= ROW_EDGE_PT);
  const isCrossed = inner.some(({ start, end }) => start < top - ROW_EDGE_PT && end > top + ROW_EDGE_PT);
  const isShared = above.some(one =>
    below.some(other => Math.abs(one.position - other.position) <= COLUMN_EDGE_PT),
  );
  return above.length > 0 && below.length > 0 && !isCrossed && !isShared;
}

/** Returns the part of a lattice between two heights. */
export function cut({ horizontal, vertical }: Lattice, from: number, to: number): Lattice {
  return {
    horizontal: horizontal.filter(
      ({ position }) => position >= from - ROW_EDGE_PT && position <= to + ROW_EDGE_PT,
    ),
    vertical: vertical
      .filter(({ start, end }) => start < to - ROW_EDGE_PT && end > from + ROW_EDGE_PT)
      .map(rule => ({ ...rule, start: Math.max(rule.start, from), end: Math.min(rule.end, to) })),
  };
}
