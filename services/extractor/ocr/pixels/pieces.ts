/** Cuts long pictures (receipts, scrolled screenshots, banners) into pieces that are given to a network one by one. */
import type { Box, GreyImage } from '../engine.ts';
import { MARK_CONTRAST, paperShade } from './ink.ts';

/** Pages and spreads are shorter than this many times their short side and are read whole … */
const LONG_SHAPE = 2;
/**
 * … and so are pictures that shrink to no less than this, since their print stays legible: four receipts of 2,000 to
 * 2,900 pixels lost nothing.
 */
const LEAST_SCALE = 0.3;
/** A piece is this many times as long as the short side. */
const PIECE_SHAPE = 1.5;
/** A cut may be this share of a piece before or behind its regular place. */
const REACH_SHARE = 0.2;

/**
 * The pieces in order, covering the whole picture; one piece if it need not be cut. `side`: the length to which the
 * network shrinks longer pictures.
 */
export function piecesOf(image: GreyImage, side: number): Box[] {
  const { width, height } = image;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (long <= LONG_SHAPE * short || long * LEAST_SCALE <= side) return [whole];
  const isTall = height > width;
  const cuts = cutsOf(marksAlong(image, isTall), Math.max(side, PIECE_SHAPE * short));
  return [0, ...cuts].map((start, index) => {
    const end = cuts[index] ?? long;
    return isTall ? { ...whole, top: start, bottom: end } : { ...whole, left: start, right: end };
  });
}

/** How many pixels are not paper: in each row of a tall picture, in each column of a wide one. */
function marksAlong(image: GreyImage, isTall: boolean): Uint32Array {
  const { width, height, pixels } = image;
  const paper = paperShade(image);
  const marks = new Uint32Array(isTall ? height : width);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (Math.abs((pixels[at] ?? 0) - paper) <= MARK_CONTRAST) continue;
      const place = isTall ? y : x;
      marks[place] = (marks[place] ?? 0) + 1;
    }
  return marks;
}

/** Cuts at about every `length`, each in the widest gap nearby. */
function cutsOf(marks: Uint32Array, length: number): number[] {
  const reach = length * REACH_SHARE;
  const cuts: number[] = [];
  for (let last = 0; marks.length - last > length + reach; ) {
    last = widestGap(marks, Math.floor(last + length - reach), Math.ceil(last + length + reach));
    cuts.push(last);
  }
  return cuts;
}

/** The middle of the longest run of places with the fewest marks. */
function widestGap(marks: Uint32Array, start: number, end: number): number {
  const fewest = marks.subarray(start, end).reduce((least, count) => Math.min(least, count));
  let best = { start, length: 0 };
  for (let at = start, length = 0; at < end; at++) {
    length = marks[at] === fewest ? length + 1 : 0;
    if (length > best.length) best = { start: at + 1 - length, length };
  }
  return best.start + (best.length >> 1);
}
