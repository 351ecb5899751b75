/** Squares of four thin lines, as boxes to tick are printed, and whether there is ink in them. */
import { heightOf, surrounds, widthOf } from '../boxes.ts';
import type { Box } from '../engine.ts';
import { median } from '../median.ts';
import type { Component } from './components.ts';
import type { Mask } from './ink.ts';

export interface FramedSquare extends Box {
  /** Ticked, or filled. */
  holdsInk: boolean;
}

/** A square is so nearly as wide as high. */
const SHAPE = 1.3;
/** Its lines lie so far from its edges, as a share of a side and in pixels at least, and have hardly a gap. */
const RIM_SHARE = 0.16;
const RIM_MIN_PX = 2;
const LINE_SHARE = 0.85;
/** So far into a corner, as a share of a side, its ink is met, aslant: letters are round there. */
const CORNER_SHARE = 0.14;
/** So far from its edges it is hollow; so much ink there is a tick, and of one that reaches out of its box. */
const INNER_SHARE = 0.22;
const TICK_INK = 0.06;
const STROKE_INK = 0.02;
/** A tick that reaches out of its box makes one piece with it, up to so many sides wide and high. */
const REACH_SIDES = 2.6;
/** … of which so many are looked through, each at all places. */
const LARGER_MAX = 80;
/** `sides`: the least and the greatest, pixels. */
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

/** Of the open ones; 0 where there are none. */
const usualSide = (squares: readonly FramedSquare[]): number =>
  median(squares.filter(({ holdsInk }) => !holdsInk).map(widthOf));

function mayHold(box: Box, side: number): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  const isLarge = Math.min(width, height) >= side - 1 && Math.max(width, height) > side + 1;
  return isLarge && Math.max(width, height) <= REACH_SIDES * side;
}

/** The square of this side that a piece of ink holds, which a tick makes larger; null where it holds none. */
function squareWithin(piece: Box, side: number, mask: Mask): FramedSquare | null {
  const places: Box[] = [];
  for (let top = piece.top; top + side <= piece.bottom + 1; top++)
    for (let left = piece.left; left + side <= piece.right + 1; left++) {
      const place = { left, top, right: left + side, bottom: top + side };
      if (isFramed(place, mask)) places.push(place);
    }
  // Its lines are as broad as several places beside each other.
  if (places.length === 0) return null;
  const [left, top] = [median(places.map(place => place.left)), median(places.map(place => place.top))];
  const square = { left, top, right: left + side, bottom: top + side };
  return { ...square, holdsInk: inkWithin(square, mask) > STROKE_INK };
}

/** The square of these edges; null where they are not those of one, but of a letter or a blot. */
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

/** Whether four lines lie at these edges, and meet at the corners. */
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
