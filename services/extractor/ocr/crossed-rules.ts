/**
 * Finds strokes that look like rules but separate nothing: streaks from dirt on a scanner's glass, folds, the sides of
 * stamps and of rings drawn by pen. Print runs through them, which it never does through a cell's border.
 */
import type { Box, GreyImage } from './engine.ts';
import type { Mask } from './pixels/ink.ts';
import type { FoundRules } from './pixels/rules.ts';

/** The part of a line's height that is surely print; above and below it may lie the borders of its cell. */
const PRINT = { from: 0.25, to: 0.75 };
/** The soft edge of a stroke. */
const EDGE_PX = 2;
/** Ink that continues this far beyond the edge on both sides is a letter and not a dot of a shading … */
const LEAST_BEYOND_PX = 2;
/** … if that is so in at least this many rows of a line. */
const LEAST_ROWS = 2;
/** At least this share of the lines across a stroke must run through it: a stroke often falls in a gap between letters. */
const LEAST_CROSSED_SHARE = 0.25;
/** A stroke longer than this many line heights must be crossed by at least this many lines; a dot beside a border is no print. */
const LONG_HEIGHTS = 6;
const LEAST_CROSSED = 2;

/** The vertical rules that print runs through. `lines`: as the detector found them. */
export function crossedRules(
  { vertical, verticalInk }: FoundRules,
  lines: readonly Box[],
  mask: Mask,
): Box[] {
  return vertical.filter(rule => {
    const across = lines.filter(line => isAcross(line, rule));
    const crossed = across.filter(line => goesThrough(line, rule, verticalInk, mask));
    const least = across.some(line => isLong(rule, line)) ? LEAST_CROSSED : 1;
    return crossed.length >= least && crossed.length >= LEAST_CROSSED_SHARE * across.length;
  });
}

const isLong = (rule: Box, line: Box): boolean =>
  rule.bottom - rule.top > LONG_HEIGHTS * (line.bottom - line.top);

const rowsOf = ({ top, bottom }: Box): [from: number, to: number] => {
  const height = bottom - top;
  return [Math.round(top + PRINT.from * height), Math.round(top + PRINT.to * height)];
};

function isAcross(line: Box, rule: Box): boolean {
  const [from, to] = rowsOf(line);
  return line.left < rule.left && line.right > rule.right && rule.top <= from && rule.bottom >= to;
}

function goesThrough(line: Box, rule: Box, ruleInk: Uint8Array, mask: Mask): boolean {
  const [from, to] = rowsOf(line);
  let rows = 0;
  for (let y = from; y < to; y++) {
    const { left, right } = besideAt(y, rule, ruleInk, mask);
    if (Math.min(left, right) >= LEAST_BEYOND_PX) rows++;
  }
  return rows >= LEAST_ROWS;
}

/** In one row: where the stroke's ink is, and how many pixels of other ink adjoin it on each side. */
function besideAt(y: number, rule: Box, ruleInk: Uint8Array, { width, ink }: Mask) {
  const row = y * width;
  let [first, last] = [rule.left, rule.right - 1];
  while (first < last && ruleInk[row + first] !== 1) first++;
  while (last > first && ruleInk[row + last] !== 1) last--;
  const isLetter = (x: number) => x >= 0 && x < width && ink[row + x] === 1 && ruleInk[row + x] !== 1;
  const beyond = (from: number, step: number): number => {
    let at = 1;
    while (at <= EDGE_PX && !isLetter(from + at * step)) at++;
    let length = 0;
    while (length < LEAST_BEYOND_PX && isLetter(from + (at + length) * step)) length++;
    return length;
  };
  return { first, last, left: beyond(first, -1), right: beyond(last, 1) };
}

/**
 * The picture without the long strokes of this kind, erased where they stand free: ink inside a letter may belong to
 * the letter, and a short stroke may be part of a large letter.
 */
export function withoutStreaks(
  image: GreyImage,
  strokes: readonly Box[],
  lines: readonly Box[],
  { ruleInk, mask }: { ruleInk: Uint8Array; mask: Mask },
): GreyImage {
  const streaks = strokes.filter(rule => lines.some(line => isAcross(line, rule) && isLong(rule, line)));
  if (streaks.length === 0) return image;
  const { width } = image;
  const pixels = image.pixels.slice();
  for (const stroke of streaks)
    for (let y = stroke.top; y < stroke.bottom; y++) {
      const { first, last, left, right } = besideAt(y, stroke, ruleInk, mask);
      if (left + right > 0) continue;
      const [from, to] = [Math.max(0, first - EDGE_PX), Math.min(width - 1, last + EDGE_PX)];
      const [start, end] = [image.pixels[y * width + from] ?? 0, image.pixels[y * width + to] ?? 0];
      for (let x = from + 1; x < to; x++)
        pixels[y * width + x] = start + ((end - start) * (x - from)) / (to - from);
    }
  return { ...image, pixels };
}
