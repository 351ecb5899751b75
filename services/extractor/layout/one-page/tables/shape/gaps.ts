/** Finds gaps between columns: strips of a region on which no text stands. */
import type { Sides } from '../../../page/geometry.ts';

/** Words farther apart than this begin a new cell. Prose has such wide spaces in few lines, and not below each other. */
export const CELL_GAP_EM = 0.65;
/** The same inside a drawn table, where right-aligned and left-aligned columns may stand closer together. */
export const CELL_GAP_RULED_EM = 0.6;
/** The narrowest strip between two columns. */
export const COLUMN_GAP_EM = 0.35;

/** A strip between two columns. */
export interface Gap {
  from: number;
  to: number;
}

/** Returns inner intervals that at most `allowed` texts cover. */
export function uncovered(segments: readonly Sides[], allowed: number): Gap[] {
  const lefts = new Float64Array(segments.length);
  const rights = new Float64Array(segments.length);
  for (let at = 0; at < segments.length; at++) {
    const { left, right } = segments[at] as Sides;
    lefts[at] = left;
    rights[at] = right;
  }
  lefts.sort();
  rights.sort();
  const gaps: Gap[] = [];
  let openedAt: number | null = null;
  for (let begun = 0, ended = 0; begun + ended < 2 * segments.length; ) {
    const left = lefts[begun] ?? Infinity;
    const right = rights[ended] ?? Infinity;
    const before = begun - ended;
    if (left <= right) begun += 1;
    else ended += 1;
    const depth = begun - ended;
    if (before > allowed && depth <= allowed) openedAt = right;
    else if (before <= allowed && depth > allowed && openedAt !== null) {
      gaps.push({ from: openedAt, to: left });
      openedAt = null;
    }
  }
  return gaps;
}
