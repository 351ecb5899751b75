/** Splits lines that the detector drew across the rules of a table: at vertical rules they are split, at horizontal ones cut. */
import type { Box } from './engine.ts';
import type { Rules } from './pixels/rules.ts';

/** A rule splits a line if it runs along at least this share of the line's height; there are letters on both sides. */
const CROSSING_SHARE = 0.8;
/** Pieces narrower than this share of the line's height are remains at the ends and are dropped. */
const LEAST_WIDTH_SHARE = 0.3;
/**
 * A rule along at least this share of a line's width, in the outer quarters of its height, is the border of its cell or
 * an underline.
 */
const UNDER_SHARE = 0.5;
const OUTER_SHARE = 0.25;

/** A line that no rule touches stays the same object. */
export function partedAtRules<L extends Box>(lines: readonly L[], { horizontal, vertical }: Rules): L[] {
  return lines.flatMap(line => parted(line, vertical)).map(line => cut(line, horizontal));
}

function parted<L extends Box>(line: L, vertical: readonly Box[]): L[] {
  const height = line.bottom - line.top;
  const crossing = vertical
    .filter(rule => {
      const common = Math.min(rule.bottom, line.bottom) - Math.max(rule.top, line.top);
      return rule.right > line.left && rule.left < line.right && common >= CROSSING_SHARE * height;
    })
    .sort((a, b) => a.left - b.left);
  if (crossing.length === 0) return [line];
  const starts = [line.left, ...crossing.map(rule => rule.right)];
  const ends = [...crossing.map(rule => rule.left), line.right];
  const pieces = starts.map((left, index) => ({ ...line, left, right: ends[index] ?? line.right }));
  return pieces.filter(({ left, right }) => right - left >= LEAST_WIDTH_SHARE * height);
}

function cut<L extends Box>(line: L, horizontal: readonly Box[]): L {
  let { top, bottom } = line;
  const edge = OUTER_SHARE * (bottom - top);
  for (const rule of horizontal) {
    const common = Math.min(rule.right, line.right) - Math.max(rule.left, line.left);
    if (common < UNDER_SHARE * (line.right - line.left)) continue;
    if (rule.top < line.top + edge && rule.bottom > top) top = rule.bottom;
    if (rule.bottom > line.bottom - edge && rule.top < bottom) bottom = rule.top;
  }
  return top === line.top && bottom === line.bottom ? line : { ...line, top, bottom };
}
