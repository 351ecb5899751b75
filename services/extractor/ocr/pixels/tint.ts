/** Dotted tints behind print: shaded columns of tables as printers and old faxes draw them. */
import type { GreyImage } from '../engine.ts';
import type { Component } from './components.ts';
import { painted } from './paint.ts';

/** A dot is at most this share of the letter height wide and high, and at least so many pixels may be. */
const DOT_SHARE = 0.2;
const DOT_LEAST_PX = 2;
/** Dots of a tint are everywhere: so many others within half a letter height to each side. */
const LEAST_NEIGHBOURS = 5;
/** Fewer dots than so many times the letters are full stops, leaders and noise. */
const LEAST_SHARE_OF_LETTERS = 3;
/** The soft edge of a dot. */
const EDGE_PX = 1;

/** The picture with its tints painted in the paper's shade; itself where it has none. */
export function withoutTints(
  image: GreyImage,
  components: readonly Component[],
  letterHeight: number,
  paper: number,
): GreyImage {
  const largest = Math.max(DOT_LEAST_PX, DOT_SHARE * letterHeight);
  const dots = components.filter(
    ({ left, right, top, bottom }) => right - left <= largest && bottom - top <= largest,
  );
  if (dots.length < LEAST_SHARE_OF_LETTERS * (components.length - dots.length)) return image;
  const tint = tintOf(dots, Math.max(1, letterHeight / 2));
  return painted(image, tint, paper, EDGE_PX);
}

/** The dots with many others around them, counted in squares of twice the reach. */
function tintOf(dots: readonly Component[], reach: number): Component[] {
  const squares = new Map<string, number>();
  const keyOf = ({ left, top }: Component) =>
    `${Math.floor(left / (2 * reach))} ${Math.floor(top / (2 * reach))}`;
  for (const dot of dots) squares.set(keyOf(dot), (squares.get(keyOf(dot)) ?? 0) + 1);
  return dots.filter(dot => (squares.get(keyOf(dot)) ?? 0) > LEAST_NEIGHBOURS);
}
