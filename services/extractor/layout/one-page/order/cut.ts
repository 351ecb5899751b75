/**
 * Finds the reading order by recursive cutting: columns first where there is a gutter, else bands from top to bottom.
 * Measured on labelled pages, this orders better than cutting rows first and than precedence graphs.
 */

import type { Rectangle, Rule } from '../../page/content.ts';
import { around, heightOf, median, sharedHeight, sharedWidth } from '../../page/geometry.ts';
import { type Gap, gapsBetween } from './gaps.ts';
import {
  COLUMN_LINES_MIN,
  gutterOf,
  isAlone,
  LOOKED_AT_MAX,
  lineCount,
  type Placed,
  ROW_TOLERANCE,
  TOLERANCE,
  WIDE_GUTTER,
  type Work,
} from './gutters.ts';
import { COMPARED_MAX, precedenceOrder } from './precedence.ts';

/** In points: a line that separates a region begins and ends within this distance of its text. */
const RULE_TOLERANCE = 6;
/** Pages with more lines are forms and plans. */
const RULES_MAX = 600;
/** A line this near below text, as a share of the text's height, is an underline. */
const UNDERLINE_SHARE = 0.6;
/** Anything wider than this share of its region may span columns. */
const SPAN_SHARE = 0.6;
/** A line over two columns is their running head if each has at least this many lines. */
const HEADED_LINES_MIN = 8;
/** Lines over columns are centred, and at most so many, where their middle is the page's within this share of its width. */
const CENTRED_LINES_MAX = 6;
const CENTRED_SHARE = 0.03;
/** A line higher than those around it by this factor is a title. */
const TITLE_HEIGHT = 1.15;
/** Least and most lines of an address, and their greatest distance as a share of their height. */
const ADDRESS_LINES_MIN = 2;
const ADDRESS_LINES_MAX = 8;
const LINE_PITCH_MAX = 2;
/** What stands below two addresses is this many times as wide as each of them. */
const NARROW_TIMES = 2;
/** Boxes that share this much of the lower one's height form one row. */
const SAME_ROW_SHARE = 0.5;

/** Returns the same boxes in reading order. `rules` are the horizontal ones of their page. */
export function cutOrder<T extends Placed>(boxes: readonly T[], rules: readonly Rule[] = []): T[] {
  const ordered: T[] = [];
  const open: T[][] = [[...boxes]];
  const work: Work = { lookedAt: 0 };
  while (open.length > 0) {
    const region = open.pop() as T[];
    if (region.length <= 1) {
      ordered.push(...region);
      continue;
    }
    const parts = work.lookedAt > LOOKED_AT_MAX ? null : partsOf(region, rules, work);
    // No cut separates these boxes.
    if (parts === null)
      ordered.push(...(isOfColumns(region) ? precedenceOrder(region) : region.toSorted(byRow)));
    else open.push(...parts.reverse());
  }
  return ordered;
}

/** Whether texts of several lines stand beside each other, which an order by rows would mix. */
function isOfColumns(region: readonly Placed[]): boolean {
  if (region.length > COMPARED_MAX) return false;
  const texts = region.filter(box => box.lineCount >= COLUMN_LINES_MIN);
  return texts.some(one => texts.some(other => one !== other && one.right <= other.left + TOLERANCE));
}

function partsOf<T extends Placed>(region: readonly T[], rules: readonly Rule[], work: Work): T[][] | null {
  work.lookedAt += region.length;
  return (
    ruledOff(region, rules) ??
    columns(region, work) ??
    spanned(region, work) ??
    headed(region, work) ??
    overlapped(region, work) ??
    bands(region)
  );
}

/**
 * Divides a region above and below a line drawn across all of it that no column crosses: under a masthead, or around an
 * article.
 */
function ruledOff<T extends Placed>(region: readonly T[], rules: readonly Rule[]): T[][] | null {
  if (rules.length === 0 || rules.length > RULES_MAX) return null;
  const { left, right, top, bottom } = around(region);
  const wide = rules.filter(
    ({ position, start, end }) =>
      position > top && position < bottom && start < left + RULE_TOLERANCE && end > right - RULE_TOLERANCE,
  );
  const clear = wide.filter(({ position }) => !region.some(box => isCrossed(box, position)));
  const [across] = clear;
  // On ruled paper, text stands across the lines.
  if (across === undefined || 2 * clear.length < wide.length) return null;
  const isAbove = (box: T) => box.top + box.bottom < 2 * across.position;
  const above = region.filter(isAbove);
  if (above.length === 0 || above.length === region.length) return null;
  const titles = above.filter(box => isUnderlined(box, across.position) && isAlone(box, above));
  const rest = above.filter(box => !titles.includes(box));
  return [rest, titles, region.filter(box => !isAbove(box))].filter(part => part.length > 0);
}

const isCrossed = ({ top, bottom }: Placed, position: number): boolean =>
  top < position - TOLERANCE && bottom > position + TOLERANCE;

/** Whether a box is a title underlined by a rule; it is no part of the columns above it. */
function isUnderlined({ top, bottom, lineCount }: Placed, position: number): boolean {
  const gap = position - bottom;
  return lineCount === 1 && gap > -TOLERANCE && gap < UNDERLINE_SHARE * (bottom - top);
}

/** Divides a region at the widest gutter that separates real columns; null where there is none. */
function columns<T extends Placed>(region: readonly T[], work: Work): T[][] | null {
  const gutter = gutterOf(region, work);
  if (gutter === null) return null;
  const isLeft = (box: T) => box.right <= gutter.start + TOLERANCE;
  const sides = [region.filter(isLeft), region.filter(box => !isLeft(box))] as [T[], T[]];
  const title = titleBelow(...sides);
  if (title !== null) return [region.filter(box => box !== title), [title]];
  const letter = belowAddresses(...sides) ?? belowEqualAddresses(...sides);
  if (letter !== null) return [region.filter(box => !letter.includes(box)), letter];
  const above = centredAbove(region, sides);
  return above.length > 0 ? [above, region.filter(box => !above.includes(box))] : sides;
}

/**
 * Returns a line in larger type at the end of the left column, below all of the right one and with no text under it in
 * its column: it is the title of what follows both.
 */
function titleBelow<T extends Placed>(left: readonly T[], right: readonly T[]): T | null {
  const [title, ...others] = left.toSorted((one, other) => other.bottom - one.bottom);
  if (title?.lineCount !== 1 || title.top < around(right).bottom - TOLERANCE) return null;
  if (title.left > around(left).left + ROW_TOLERANCE) return null;
  const usual = median([...others, ...right].map(heightOfLine));
  return others.length > 0 && heightOfLine(title) > TITLE_HEIGHT * usual ? title : null;
}

/**
 * Finds two addresses at one height with the title of a letter or an invoice below both, and returns what begins with
 * that title and follows both. Columns of text, unlike addresses, fill their width.
 */
function belowAddresses<T extends Placed>(left: readonly T[], right: readonly T[]): T[] | null {
  const start = around(left).left;
  const titles = left.filter(box => box.lineCount === 1 && box.left < start + ROW_TOLERANCE);
  const [title] = titles.filter(isLarge).sort((one, other) => one.top - other.top);
  if (title === undefined) return null;
  const isAbove = (box: T) => box.bottom <= title.top + TOLERANCE;
  const [from, to] = [left.filter(isAbove), right.filter(isAbove)];
  if (!isAddress(from) || !isAddress(to)) return null;
  const [one, other] = [around(from), around(to)];
  const areFar = other.left - one.right >= WIDE_GUTTER && Math.abs(one.top - other.top) < ROW_TOLERANCE;
  const below = [...left, ...right].filter(box => !isAbove(box));
  return areFar && below.every(box => box.top >= title.top - TOLERANCE) ? below : null;

  function isLarge(box: T): boolean {
    const above = [...left, ...right].filter(({ bottom }) => bottom <= box.top + TOLERANCE);
    return above.length > 0 && heightOf(box) > TITLE_HEIGHT * median(above.map(heightOfLine));
  }
}

/**
 * Does the same without a title in larger type: two narrow blocks of equally many lines at the same height are a sender
 * and a receiver, and what continues below the left one alone (labels with their values, at least twice as wide)
 * follows both.
 */
function belowEqualAddresses<T extends Placed>(left: readonly T[], right: readonly T[]): T[] | null {
  const other = around(right);
  const beside = left.filter(box => box.bottom > other.top);
  const from = beside.filter(box => box.bottom < other.bottom + ROW_TOLERANCE);
  const below = beside.filter(box => !from.includes(box));
  if (below.length === 0 || !isAddress(from) || !isAddress(right)) return null;
  const [one, rest] = [around(from), around(below)];
  const areLevel =
    lineCount(from) === lineCount(right) &&
    Math.abs(one.top - other.top) < ROW_TOLERANCE &&
    Math.abs(one.bottom - other.bottom) < ROW_TOLERANCE;
  const areNarrow = [one, other].every(
    ({ left: start, right: end }) => (end - start) * NARROW_TIMES <= rest.right - rest.left,
  );
  const areFar = other.left - one.right >= WIDE_GUTTER;
  return areLevel && areNarrow && areFar && rest.top > other.bottom - TOLERANCE ? below : null;
}

/** Whether boxes are a few lines close together; labels of a chart stand apart. */
function isAddress(boxes: readonly Placed[]): boolean {
  const lines = lineCount(boxes);
  if (lines < ADDRESS_LINES_MIN || lines > ADDRESS_LINES_MAX) return false;
  return heightOf(around(boxes)) < LINE_PITCH_MAX * lines * median(boxes.map(heightOfLine));
}

const heightOfLine = (box: Placed): number => heightOf(box) / box.lineCount;

/** Returns authors and dates centred over columns that begin at one height: they belong to none of the columns. */
function centredAbove<T extends Placed>(region: readonly T[], sides: readonly T[][]): T[] {
  const { left, right } = around(region);
  const start = Math.max(...sides.map(side => around(side).top));
  const above = region.filter(box => box.bottom <= start + TOLERANCE);
  const isCentred = (box: T) =>
    Math.abs(box.left + box.right - left - right) < 2 * CENTRED_SHARE * (right - left);
  const beginsThere = (side: readonly T[]) => side.some(box => Math.abs(box.top - start) < ROW_TOLERANCE);
  const isTitle = lineCount(above) <= CENTRED_LINES_MAX && above.every(isCentred);
  return isTitle && sides.every(beginsThere) ? above : [];
}

/**
 * Divides columns that have something across them: what spans the gutter is a band of its own and ends the columns
 * above it. A gap that happens to run through both columns must not be taken for their end.
 */
function spanned<T extends Placed>(region: readonly T[], work: Work): T[][] | null {
  const { left, right } = around(region);
  const isWide = (box: T) => box.right - box.left > SPAN_SHARE * (right - left);
  const narrow = region.filter(box => !isWide(box));
  // Without anything wide, this is the region already found to have no gutter.
  const gutter = narrow.length === region.length ? null : gutterOf(narrow, work);
  if (gutter === null) return null;
  const crosses = (box: T) => box.left < gutter.start - TOLERANCE && box.right > gutter.end + TOLERANCE;
  const across = region.filter(crosses).sort((one, other) => one.top - other.top);
  if (across.length === 0) return null;
  const parts: T[][] = [];
  let rest = region.filter(box => !crosses(box));
  for (const band of across) {
    const isAbove = (box: T) => box.top + box.bottom < band.top + band.bottom;
    const above = rest.filter(isAbove);
    const title = titleOver(band, above);
    parts.push(
      above.filter(box => box !== title),
      title === null ? [band] : [title, band],
    );
    rest = rest.filter(box => !isAbove(box));
  }
  return [...parts, rest].filter(part => part.length > 0);
}

/** Returns a line below all columns that is aligned with what spans them and nearer to it than to the columns. */
function titleOver<T extends Placed>(band: T, above: readonly T[]): T | null {
  const [title, next] = above.toSorted((one, other) => other.bottom - one.bottom);
  if (title?.lineCount !== 1 || next === undefined || next.bottom > title.top + TOLERANCE) return null;
  const isOver = Math.abs(title.left - band.left) < ROW_TOLERANCE;
  return isOver && band.top - title.bottom < title.top - next.bottom ? title : null;
}

/** Separates a running head or page number that stands centred over the gutter of columns, as a band of its own. */
function headed<T extends Placed>(region: readonly T[], work: Work): T[][] | null {
  const { top, bottom } = around(region.filter(box => box.lineCount > 1));
  const isAbove = (box: T) => box.bottom <= top + TOLERANCE;
  const isOutside = (box: T) => box.lineCount === 1 && (isAbove(box) || box.top >= bottom - TOLERANCE);
  const columns = region.filter(box => !isOutside(box));
  const gutter = columns.length === region.length ? null : gutterOf(columns, work);
  if (gutter === null) return null;
  const left = lineCount(columns.filter(box => box.right <= gutter.start + TOLERANCE));
  if (Math.min(left, lineCount(columns) - left) < HEADED_LINES_MIN) return null;
  const over = region.filter(box => isOutside(box) && box.left < gutter.start && box.right > gutter.end);
  const isBeyond = (box: T, head: T) => (isAbove(head) ? box.bottom <= head.top : box.top >= head.bottom);
  const isInRow = (box: T) =>
    isOutside(box) &&
    over.some(head => isAbove(head) === isAbove(box) && (sharedHeight(head, box) > 0 || isBeyond(box, head)));
  const rows = region.filter(isInRow);
  if (rows.length === 0) return null;
  const isBelow = (box: T) => !isAbove(box);
  return [rows.filter(isAbove), region.filter(box => !isInRow(box)), rows.filter(isBelow)].filter(
    part => part.length > 0,
  );
}

/**
 * Divides columns that what begins below them partly overlaps: no gutter runs from top to bottom, and gaps that happen
 * to run through the columns are not their end.
 */
function overlapped<T extends Placed>(region: readonly T[], work: Work): T[][] | null {
  if (!isOfColumns(region)) return null;
  const starts = [...new Set(region.map(box => box.top))].sort((one, other) => other - one);
  for (const start of starts) {
    work.lookedAt += region.length;
    const above = region.filter(box => box.bottom <= start + TOLERANCE);
    const gutter = gutterOf(above, work);
    if (gutter === null) continue;
    const texts = above.filter(box => box.lineCount > 1);
    const left = lineCount(texts.filter(box => box.right <= gutter.start + TOLERANCE));
    if (Math.min(left, lineCount(texts) - left) < HEADED_LINES_MIN) continue;
    const below = region.filter(box => !above.includes(box));
    const isUnder = (box: T) =>
      above.every(other => sharedWidth(box, other) <= TOLERANCE || other.bottom <= box.top + TOLERANCE);
    if (below.every(isUnder)) return [above, below];
  }
  return null;
}

/** Divides a region at every horizontal gap. */
function bands<T extends Placed>(region: readonly T[]): T[][] | null {
  const gaps = gapsBetween(region, 'top', 'bottom');
  const widest = gaps.reduce<Gap | null>(
    (best, gap) => (best === null || gap.end - gap.start > best.end - best.start ? gap : best),
    null,
  );
  if (widest === null) return null;
  const middle = (widest.start + widest.end) / 2;
  return [region.filter(box => box.top < middle), region.filter(box => box.top >= middle)];
}

/** Compares boxes to sort them into rows from top to bottom, each from left to right. */
export function byRow(one: Rectangle, other: Rectangle): number {
  const least = SAME_ROW_SHARE * Math.min(heightOf(one), heightOf(other));
  return sharedHeight(one, other) > least ? one.left - other.left : one.top - other.top;
}
