/** Finds the rectangles that a page draws around text: filled areas, and frames of four lines. */

import type { PageVectors, Rectangle, Rule, Shading } from '../../page/content.ts';
import type { Frame } from '../../page/draft.ts';
import { areaOf } from '../../page/geometry.ts';

/** In points; smaller rectangles are buttons, colour swatches or cells. */
const WIDTH_MIN = 50;
const HEIGHT_MIN = 14;
/** In points; edges this close are one. */
const TOLERANCE = 3;
/** In points; the largest radius of a rounded corner. */
const CORNER_MAX = 14;
/** A page with more shapes than this is a map or a form, and its shapes are not searched for boxes. */
const SHAPES_MAX = 600;
/** Most vertical lines on a page with boxes; tables and plans have more. */
const SIDES_MAX = 60;
/** Most boxes examined on one page, the largest first. */
const CANDIDATES_MAX = 60;

/** Returns every rectangle that may be a box, larger ones first. */
export function framesOf({ shadings, rules }: Pick<PageVectors, 'shadings' | 'rules'>): Frame[] {
  const filled = shadings.length > SHAPES_MAX ? [] : stacked(shadings.filter(isLarge));
  const drawn = rules.length > SHAPES_MAX ? [] : [...ruled(rules), ...between(rules)];
  return [...filled, ...drawn]
    .filter(box => box.bottom - box.top >= HEIGHT_MIN && box.right - box.left >= WIDTH_MIN)
    .sort((one, other) => areaOf(other) - areaOf(one))
    .slice(0, CANDIDATES_MAX);
}

const isLarge = (box: Rectangle): boolean => box.right - box.left >= WIDTH_MIN;

/** Joins areas of equal width directly below each other: a title strip over its box, or a box painted line by line. */
function stacked(shadings: readonly Shading[]): Frame[] {
  const boxes: Frame[] = [];
  for (const { left, top, right, bottom } of [...shadings].sort((one, other) => one.top - other.top)) {
    const above = boxes.find(
      box => isNear(box.left, left) && isNear(box.right, right) && top <= box.bottom + TOLERANCE,
    );
    if (above === undefined) boxes.push({ left, top, right, bottom, open: false });
    else above.bottom = Math.max(above.bottom, bottom);
  }
  return boxes;
}

/** Finds frames of two vertical lines of equal height with a horizontal line at both ends. Corners may be rounded. */
function ruled(rules: readonly Rule[]): Frame[] {
  const uprights = rules.filter(rule => rule.orientation === 'vertical');
  const levels = rules.filter(rule => rule.orientation === 'horizontal');
  if (uprights.length > SIDES_MAX) return [];
  const frames: Frame[] = [];
  uprights.forEach((side, at) => {
    for (let next = at + 1; next < uprights.length; next += 1) {
      const other = uprights[next] as Rule;
      if (!isNear(side.start, other.start) || !isNear(side.end, other.end)) continue;
      const [left, right] = [side.position, other.position].sort((one, two) => one - two) as [number, number];
      const spans = levels.filter(
        level => Math.abs(level.start - left) < CORNER_MAX && Math.abs(level.end - right) < CORNER_MAX,
      );
      const top = spans.find(level => isEnd(level.position, side.start, 1));
      const bottom = spans.find(level => isEnd(level.position, side.end, -1));
      if (top && bottom)
        frames.push({ left, top: top.position, right, bottom: bottom.position, open: false });
    }
  });
  return frames;
}

/** Finds the areas between two horizontal lines of equal width, each with the next one below it. */
function between(rules: readonly Rule[]): Frame[] {
  const levels = rules
    .filter(rule => rule.orientation === 'horizontal' && rule.end - rule.start >= WIDTH_MIN)
    .sort((one, other) => one.position - other.position);
  return levels.flatMap((upper, at) => {
    const lower = nextOfExtent(levels, at);
    if (lower === undefined) return [];
    return [{ left: upper.start, top: upper.position, right: upper.end, bottom: lower.position, open: true }];
  });
}

function nextOfExtent(levels: readonly Rule[], from: number): Rule | undefined {
  const { start, end } = levels[from] as Rule;
  for (let at = from + 1; at < levels.length; at += 1) {
    const level = levels[at] as Rule;
    if (isNear(level.start, start) && isNear(level.end, end)) return level;
  }
  return undefined;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;

/** Whether a position is at the end of a vertical line, or beyond it by no more than a rounded corner. */
function isEnd(position: number, end: number, towards: 1 | -1): boolean {
  const beyond = (end - position) * towards;
  return beyond >= -TOLERANCE && beyond < CORNER_MAX;
}
