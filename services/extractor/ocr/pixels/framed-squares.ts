/** Finds squares of four thin lines, as boxes to tick are printed, and whether they contain ink. */
import { heightOf, surrounds, widthOf } from '../boxes.ts';
import type { Box } from '../engine.ts';
import { median } from '../median.ts';
import type { Component } from './components.ts';
import type { Mask } from './ink.ts';

export interface FramedSquare extends Box {
  /** Ticked, or filled. */
  holdsInk: boolean;
}

/** The greatest ratio between a square's sides. */
const SHAPE = 1.3;
/**
 * Its lines are this near to its edges (a share of a side, and at least so many pixels) and must be covered with ink to
 * this share.
 */
const RIM_SHARE = 0.16;
const RIM_MIN_PX = 2;
const LINE_SHARE = 0.85;
/** At a corner, ink is met within this share of a side along the diagonal; letters are round there. */
const CORNER_SHARE = 0.14;
/**
 * The part from the edges that is left out when looking for ink inside; the share of ink that makes a tick, and that of
 * the stroke of a tick that extends beyond its box.
 */
const INNER_SHARE = 0.22;
const TICK_INK = 0.06;
const STROKE_INK = 0.02;
/** A tick that extends beyond its box forms one piece with it, of up to this many sides in width and height … */
const REACH_SIDES = 2.6;
/** … of which at most this many are searched, each at every position. */
const LARGER_MAX = 80;
/** `sides`: the least and the greatest side in pixels. */
export function framedSquares(
  components: readonly Component[],
  mask: Mask,
  sides: { least: number; most: number },
): FramedSquare[] {
  const alone = components
    .filter(piece => isSized(piece, sides))
    .flatMap(piece => squareAt(piece, mask) ?? [])
    .filter((square, _, all) => !all.some(other => surrounds(other, square)));
  const side = usualSide(alone);
  if (side === 0) return alone;
  const larger = components.filter(
    piece => mayHold(piece, side) && !alone.some(square => isSame(square, piece)),
  );
  if (larger.length > LARGER_MAX) return alone;
  return [...alone, ...larger.flatMap(piece => squareWithin(piece, side, mask) ?? [])];
}

const isSame = (one: Box, other: Box): boolean => one.left === other.left && one.top === other.top;

function isSized(box: Box, { least, most }: { least: number; most: number }): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= least && long <= most && long <= SHAPE * short;
}

/** The usual side of the open squares; 0 without any. */
const usualSide = (squares: readonly FramedSquare[]): number =>
  median(squares.filter(({ holdsInk }) => !holdsInk).map(widthOf));

function mayHold(box: Box, side: number): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  const isLarge = Math.min(width, height) >= side - 1 && Math.max(width, height) > side + 1;
  return isLarge && Math.max(width, height) <= REACH_SIDES * side;
}

/** The square of this side inside a piece of ink that a tick made larger; null without one. */
function squareWithin(piece: Box, side: number, mask: Mask): FramedSquare | null {
  const places: Box[] = [];
  for (let top = piece.top; top + side <= piece.bottom + 1; top++)
    for (let left = piece.left; left + side <= piece.right + 1; left++) {
      const place = { left, top, right: left + side, bottom: top + side };
      if (isFramed(place, mask)) places.push(place);
    }
  // Its lines are several pixels thick, so it fits at several neighbouring positions.
  if (places.length === 0) return null;
  const [left, top] = [median(places.map(place => place.left)), median(places.map(place => place.top))];
  const square = { left, top, right: left + side, bottom: top + side };
  return { ...square, holdsInk: inkWithin(square, mask) > STROKE_INK };
}

/** The square with these edges; null if they are those of a letter or a blot. */
function squareAt(box: Box, mask: Mask): FramedSquare | null {
  const { left, top, right, bottom } = box;
  return isFramed(box, mask) ? { left, top, right, bottom, holdsInk: inkWithin(box, mask) > TICK_INK } : null;
}

/** The share of ink in its middle. */
function inkWithin({ left, top, right, bottom }: Box, mask: Mask): number {
  const inset = Math.ceil(INNER_SHARE * Math.min(right - left, bottom - top));
  let [inked, all] = [0, 0];
  for (let y = top + inset; y < bottom - inset; y++)
    for (let x = left + inset; x < right - inset; x++, all++) inked += mask.ink[y * mask.width + x] ?? 0;
  return inked / Math.max(1, all);
}

/** Whether four lines lie along these edges and meet at the corners. */
function isFramed({ left, top, right, bottom }: Box, mask: Mask): boolean {
  const isInk = (x: number, y: number) => mask.ink[y * mask.width + x] === 1;
  const side = Math.min(right - left, bottom - top);
  const rim = Math.max(RIM_MIN_PX, Math.round(RIM_SHARE * side));
  const isLine = (from: number, to: number, inkAt: (at: number, depth: number) => boolean) => {
    let missing = 0;
    for (let at = from; at < to && missing <= (1 - LINE_SHARE) * (to - from); at++) {
      let depth = 0;
      while (depth < rim && !inkAt(at, depth)) depth++;
      if (depth === rim) missing++;
    }
    return missing <= (1 - LINE_SHARE) * (to - from);
  };
  const isClosed =
    isLine(top, bottom, (y, depth) => isInk(left + depth, y)) &&
    isLine(top, bottom, (y, depth) => isInk(right - 1 - depth, y)) &&
    isLine(left, right, (x, depth) => isInk(x, top + depth)) &&
    isLine(left, right, (x, depth) => isInk(x, bottom - 1 - depth));
  const reach = Math.max(RIM_MIN_PX, Math.floor(CORNER_SHARE * side));
  const isCorner = (x: number, y: number, right: number, down: number) => {
    for (let step = 0; step < reach; step++) if (isInk(x + right * step, y + down * step)) return true;
    return false;
  };
  return (
    isClosed &&
    isCorner(left, top, 1, 1) &&
    isCorner(right - 1, top, -1, 1) &&
    isCorner(left, bottom - 1, 1, -1) &&
    isCorner(right - 1, bottom - 1, -1, -1)
  );
}
