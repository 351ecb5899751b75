/** Finds drawn squares and rings that may be check boxes. */
import type { Rectangle, Rule } from '../../../layout/page/content.ts';
import { contains, heightOf, holdsCentre, sharedHeight, widthOf } from '../../../layout/page/geometry.ts';
import type { Stamp } from '../vectors/stamps.ts';
import { isWhite } from '../vectors/state.ts';

/** Limits of the sides, in points. */
const SIDE_MIN = 4.5;
const SIDE_MAX = 20;
const ASPECT_MAX = 1.3;
/** Corners meet within this share of a side, or this many points: lines have a thickness, and corners may be rounded. */
const CORNER_SHARE = 0.15;
const CORNER_MIN_PT = 0.8;
/**
 * Length of the outline relative to the size: of squares, whose corners may be rounded, and of rings; exactly 2 and π/2
 * without flaws.
 */
const SQUARE_OUTLINE = { least: 1.72, most: 2.1 };
const RING_OUTLINE_MIN = 1.5;
/** Most lines of a page in each direction that are as long as a side; a plot or drawing has more. Each is compared with each. */
const LINES_CEILING = 600;
/** A square at the same height that is nearer than this share of a side shows that both are cells for letters. */
const CELL_GAP_SHARE = 0.8;
const LEVEL_SHARE = 0.5;
/** In points: distance at which things touch, and how far a line extends that is longer than a side. */
const TOUCH_PT = 1;
const GOES_ON_PT = 2;
/** Sides of neighbouring cells are nearer to each other than a box is to a line beside it. */
const SAME_LINE_PT = 0.6;
/** A line that leads to a box ends this near to it, and not at the outer parts of a side. */
const LEAD_GAP_PT = 3;
const INNER_SHARE = 0.25;
/** From this share of boxes with lines leading to them on, the page shows a diagram. */
const NODE_SHARE = 0.3;

export interface BoxShape extends Rectangle {
  /** Whether it is a ring, one of which is chosen among several. */
  isRound: boolean;
}

/** Returns open boxes, without those of grids, of rows of cells for single letters and of diagrams. */
export function openBoxes(rules: readonly Rule[], stamps: readonly Stamp[]): BoxShape[] {
  const outlined = stamps.flatMap(stamp =>
    stamp.isFilled || isWhite(stamp.color) ? [] : (boxOf(stamp) ?? []),
  );
  if (outlined.length > LINES_CEILING) return [];
  const ruled = squaresOf(rules).filter(square => !outlined.some(box => holdsCentre(box, square)));
  const found = [...outlined.filter(isOutermost), ...ruled].filter(box => !isCell(box, rules));
  const nodes = found.filter(box => isNode(box, rules));
  if (nodes.length > NODE_SHARE * found.length) return [];
  return found.filter(box => !found.some(other => isNextCell(box, other)));
}

/** Returns the box that a stamp shows; null for ticks, bars and specks. */
export function boxOf({ left, top, right, bottom, outline }: Stamp): BoxShape | null {
  const [width, height] = [right - left, bottom - top];
  const isSized = Math.min(width, height) >= SIDE_MIN && Math.max(width, height) <= SIDE_MAX;
  const isEven = width < ASPECT_MAX * height && height < ASPECT_MAX * width;
  if (!isSized || !isEven || outline < RING_OUTLINE_MIN || outline > SQUARE_OUTLINE.most) return null;
  return { left, top, right, bottom, isRound: outline < SQUARE_OUTLINE.least };
}

/** Whether a box is the outermost of lines around each other, which form one box. */
const isOutermost = (box: BoxShape, at: number, boxes: readonly BoxShape[]): boolean =>
  !boxes.some((other, its) => {
    if (its === at || !contains(other, box, 0)) return false;
    return its < at || !contains(box, other, 0);
  });

/** Finds squares of four lines that meet at their ends. */
function squaresOf(rules: readonly Rule[]): BoxShape[] {
  const short = rules.filter(({ start, end }) => end - start >= SIDE_MIN && end - start <= SIDE_MAX);
  const across = short.filter(rule => rule.orientation === 'horizontal');
  const down = short.filter(rule => rule.orientation === 'vertical');
  if (across.length > LINES_CEILING || down.length > LINES_CEILING) return [];
  const found: BoxShape[] = [];
  const sides = down.sort((one, other) => one.position - other.position);
  sides.forEach((left, at) => {
    // Tables have hundreds of such lines: only those within a side's length may be the other side.
    for (let next = at + 1; next < sides.length; next++) {
      const right = sides[next];
      if (right === undefined || right.position - left.position > SIDE_MAX) return;
      const square = areSides(left, right) ? squareBetween(left, right, across) : null;
      if (square !== null && !found.some(other => contains(other, square, slackOf(square))))
        found.push(square);
    }
  });
  return found;
}

/** Returns how far apart corners may be. */
const slackOf = (box: Rectangle): number => Math.max(CORNER_MIN_PT, CORNER_SHARE * heightOf(box));

function areSides(left: Rule, right: Rule): boolean {
  const [width, height] = [right.position - left.position, left.end - left.start];
  if (width * ASPECT_MAX < height || width > ASPECT_MAX * height) return false;
  const slack = Math.max(CORNER_MIN_PT, CORNER_SHARE * height);
  return Math.abs(right.start - left.start) <= slack && Math.abs(right.end - left.end) <= slack;
}

function squareBetween(left: Rule, right: Rule, across: readonly Rule[]): BoxShape | null {
  const box = { left: left.position, right: right.position, top: left.start, bottom: left.end };
  const slack = slackOf(box);
  const isClosedAt = (y: number) =>
    across.some(
      ({ position, start, end }) =>
        Math.abs(position - y) <= slack &&
        Math.abs(start - box.left) <= slack &&
        Math.abs(end - box.right) <= slack,
    );
  return isClosedAt(box.top) && isClosedAt(box.bottom) ? { ...box, isRound: false } : null;
}

function isNextCell(box: BoxShape, other: BoxShape): boolean {
  const gap = Math.max(other.left - box.right, box.left - other.right);
  const isLevel = sharedHeight(box, other) > LEVEL_SHARE * heightOf(box);
  return other !== box && isLevel && gap < CELL_GAP_SHARE * widthOf(box);
}

/** Whether a line extends beyond the end of one of its sides, as those of a grid do. */
function isCell({ left, right, top, bottom }: BoxShape, rules: readonly Rule[]): boolean {
  const goesOn = (rule: Rule, from: number, to: number) =>
    (rule.start < from - GOES_ON_PT && rule.end > from - TOUCH_PT) ||
    (rule.end > to + GOES_ON_PT && rule.start < to + TOUCH_PT);
  return rules.some(rule =>
    rule.orientation === 'horizontal'
      ? isAt(rule, top, bottom) && goesOn(rule, left, right)
      : isAt(rule, left, right) && goesOn(rule, top, bottom),
  );
}

const isAt = ({ position }: Rule, one: number, other: number): boolean =>
  Math.abs(position - one) < SAME_LINE_PT || Math.abs(position - other) < SAME_LINE_PT;

/** Whether a line ends at the middle of one of its sides. */
function isNode({ left, right, top, bottom }: BoxShape, rules: readonly Rule[]): boolean {
  const leadsTo = ({ start, end }: Rule, from: number, to: number) =>
    (end < from + TOUCH_PT && end > from - LEAD_GAP_PT) ||
    (start > to - TOUCH_PT && start < to + LEAD_GAP_PT);
  const isInner = (at: number, from: number, to: number) =>
    at > from + INNER_SHARE * (to - from) && at < to - INNER_SHARE * (to - from);
  return rules.some(rule =>
    rule.orientation === 'horizontal'
      ? isInner(rule.position, top, bottom) && leadsTo(rule, left, right)
      : isInner(rule.position, left, right) && leadsTo(rule, top, bottom),
  );
}
