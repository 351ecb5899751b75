/** Joins shadings into rows: those side by side at one height form one strip. */
import type { Shading } from '../../../page/content.ts';
import { contains, type Sides } from '../../../page/geometry.ts';

/** Rules and strips of one table end within this of each other. */
export const EDGE_EXTENT_PT = 6;
/** Shadings of one row have at most this between them, and their sides differ by at most this. */
export const STRIP_GAP_PT = 3;
/** Higher shadings are backgrounds of boxes or whole tables, not rows. */
const STRIP_HEIGHT_CEILING_PT = 120;

/** A row of shadings side by side. */
export interface Strip {
  left: number;
  right: number;
  top: number;
  bottom: number;
  joints: number[];
  color: number | null;
}

export function sameExtent(a: Sides, b: Sides): boolean {
  return Math.abs(a.left - b.left) <= EDGE_EXTENT_PT && Math.abs(a.right - b.right) <= EDGE_EXTENT_PT;
}

/** Returns strips of adjacent shadings with equal upper and lower sides; shadings inside larger ones are left out. */
export function stripsOf(shadings: readonly Shading[]): Strip[] {
  const strips: Strip[] = [];
  for (const shading of outermost(shadings).sort((a, b) => a.top - b.top || a.left - b.left)) {
    const strip = goingOn(strips, shading);
    if (strip) {
      strip.joints.push((strip.right + shading.left) / 2);
      strip.right = shading.right;
    } else strips.push({ ...shading, joints: [] });
  }
  return strips;
}

/** Returns the strip that ends where the shading begins, or null. Strips come from top to bottom. */
function goingOn(strips: readonly Strip[], { left, top, bottom }: Shading): Strip | null {
  for (let at = strips.length - 1; at >= 0; at -= 1) {
    const strip = strips[at];
    if (!strip || strip.top < top - STRIP_GAP_PT) return null;
    const level = Math.abs(strip.bottom - bottom) <= STRIP_GAP_PT;
    if (level && Math.abs(strip.right - left) <= STRIP_GAP_PT) return strip;
  }
  return null;
}

/**
 * Returns the shadings that lie in no other, sweeping from top to bottom, because pages shaded cell by cell or dot by
 * dot have thousands.
 */
function outermost(shadings: readonly Shading[]): Shading[] {
  const rows = shadings.filter(shading => shading.bottom - shading.top <= STRIP_HEIGHT_CEILING_PT);
  const byTop = rows
    .map((shading, place) => ({ shading, place }))
    .sort((a, b) => a.shading.top - b.shading.top);
  const tallest = rows.reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0);
  const inner = new Set<number>();
  let from = 0;
  for (const { shading, place } of byTop) {
    while ((byTop[from]?.shading.top ?? Infinity) < shading.top - tallest - 1) from += 1;
    for (let at = from; (byTop[at]?.shading.top ?? Infinity) <= shading.top + 1; at += 1) {
      const other = byTop[at];
      if (!other || other.place === place || !holds(other.shading, shading, other.place < place)) continue;
      inner.add(place);
      break;
    }
  }
  return rows.filter((_, place) => !inner.has(place));
}

/** Whether one shading contains another. Of two equal ones, the one that comes `first` is the outer one. */
function holds(outer: Shading, inner: Shading, first: boolean): boolean {
  return contains(outer, inner, 1) && (first || !contains(inner, outer, 1));
}
