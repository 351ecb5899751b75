/**
 * Recognises frames along the edges of a sheet that are connected to a title block, as in drawings (ISO 5457, ISO 7200;
 * GOST 2.104) and in documents set like them. What stands in the remaining room is no cell but the page's text.
 */

import type { Rule } from '../../../page/content.ts';
import { COLUMN_EDGE_PT, ROW_EDGE_PT } from '../shape/rules.ts';
import { extentOf, type Lattice } from './lattice.ts';
import { cut } from './stacked.ts';

/** Least share of the sheet's width and of its height that a frame covers. */
const FRAME_SHARE = 0.85;
/** Least share of the sheet's height without a horizontal line. */
const ROOM_SHARE = 0.5;
/** As a share of the sheet's width: shorter lines are those of small boxes in the binding margin. */
const LINE_SHARE = 0.1;

/** Returns what stands above and below such a room, without the frame; the lattice itself where there is no such room. */
export function withoutSheetFrame(lattice: Lattice, sheet: { width: number; height: number }): Lattice[] {
  const { left, right, top, bottom } = extentOf(lattice);
  const isFrame = right - left >= FRAME_SHARE * sheet.width && bottom - top >= FRAME_SHARE * sheet.height;
  const room = isFrame ? roomOf(lattice, sheet) : null;
  if (room === null) return [lattice];
  return [cut(lattice, -Infinity, room.top), cut(lattice, room.bottom, Infinity)].flatMap(part =>
    withoutEdges(part, [top, bottom]),
  );
}

/** Returns the highest place without lines, if it is high enough. */
function roomOf(
  { horizontal, vertical }: Lattice,
  { width, height }: { width: number; height: number },
): { top: number; bottom: number } | null {
  const across = horizontal.filter(({ start, end }) => end - start >= LINE_SHARE * width);
  const ys = across.map(({ position }) => position).sort((one, other) => one - other);
  const rooms = ys.slice(1).map((bottom, at) => ({ top: ys[at] ?? bottom, bottom }));
  const [room] = rooms.toSorted((one, other) => other.bottom - other.top - (one.bottom - one.top));
  if (room === undefined || room.bottom - room.top < ROOM_SHARE * height) return null;
  const middle = (room.top + room.bottom) / 2;
  const isInside = ({ position, start, end }: Rule) =>
    Math.min(position, width - position) > LINE_SHARE * width && start < middle && end > middle;
  return vertical.some(isInside) ? null : room;
}

/** Trims a part to the width of the horizontal lines that do not belong to the frame; empty where all do. */
function withoutEdges({ horizontal, vertical }: Lattice, edges: readonly number[]): Lattice[] {
  const own = horizontal.filter(
    ({ position }) => !edges.some(edge => Math.abs(edge - position) <= ROW_EDGE_PT),
  );
  if (own.length === 0) return [];
  const left = Math.min(...own.map(({ start }) => start));
  const right = Math.max(...own.map(({ end }) => end));
  return [
    {
      horizontal: horizontal
        .filter(({ start, end }) => start < right && end > left)
        .map(rule => ({ ...rule, start: Math.max(rule.start, left), end: Math.min(rule.end, right) })),
      vertical: vertical.filter(
        ({ position }) => position >= left - COLUMN_EDGE_PT && position <= right + COLUMN_EDGE_PT,
      ),
    },
  ];
}
