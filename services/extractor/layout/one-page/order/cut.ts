/**
 * Reading order by recursive cutting: columns first where there is a gutter, else bands from top to bottom.
 * Measured on labelled pages this orders better than row-first cuts and precedence graphs.
 */

import type { Rectangle, Rule } from '../../page/content.ts';
import { around, heightOf, sharedHeight } from '../../page/geometry.ts';

/** Points; gutters of 9 are common in 10-point type, narrower ones occur. */
export const GUTTER_MIN = 4;
/** Points; overlap of boxes that is rounding. */
export const TOLERANCE = 1;
/** Points; a line that parts a region begins and ends within this of its text. */
const RULE_TOLERANCE = 6;
/** Pages of more lines are forms and plans. */
const RULES_MAX = 600;
/** A line this near below text, as a share of its height, is an underline. */
const UNDERLINE_SHARE = 0.6;
/** Points; less is no gap between bands. */
const GAP_MIN = 0.2;
/** What is wider than this share of its region may span columns. */
const SPAN_SHARE = 0.6;
/** Lines on each side of a gutter; one less beside a wide one, one more beside a narrow one. */
export const COLUMN_LINES_MIN = 3;
/** Lines of each column from which a line over both is their running head. */
const HEADED_LINES_MIN = 8;
/** Points. */
const WIDE_GUTTER = 60;
const NARROW_GUTTER = 12;
/** Row labels are narrower than this share of what they label, or than this share of one column of texts … */
const LABEL_WIDTH_SHARE = 0.25;
const LABEL_TEXT_SHARE = 0.45;
/** … and nearly all stand on one of its rows, give or take these points. */
const ALIGNED_SHARE = 0.8;
const ROW_TOLERANCE = 4;
/** Lines over columns whose middle is the page's, within this share of its width. */
const CENTRED_LINES_MAX = 6;
const CENTRED_SHARE = 0.03;
/** Notes in the margin are narrower than this share of what they stand beside, and have this share of its lines at most; two of them are no chance. */
const NOTE_WIDTH_SHARE = 0.35;
const NOTES_MIN = 2;
const NOTE_LINES_SHARE = 0.5;
/** Points; texts that end this near to each other are set flush right … */
const FLUSH_TOLERANCE = 3;
/** … of a head, which has no more of them than these, … */
const FLUSH_BOXES_MAX = 40;
/** … where their beginnings lie at least this far apart. */
const RAGGED_MIN = 6;
/** Share of the lower side's height that columns have in common. */
const BESIDE_SHARE = 0.25;
/** Boxes that share this much of the lower one's height are one row. */
const SAME_ROW_SHARE = 0.5;
/** Boxes looked at on both sides of gutters, in all of a page, 0.4 µs each. Pages that people make take a thousand; what is left of others is read in rows. */
const LOOKED_AT_MAX = 4_000_000;
/** Gaps; fewer are sooner looked at than left out. */
const GAPS_FEW = 4;

export interface Placed extends Rectangle {
  /** Lines of text in it; figures and tables count as many. */
  lineCount: number;
}

/** The same boxes in reading order; `rules` are the horizontal ones of their page. */
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
    // What no cut separates.
    if (parts === null) ordered.push(...region.toSorted(byRow));
    else open.push(...parts.reverse());
  }
  return ordered;
}

/** What a page has cost so far. */
interface Work {
  lookedAt: number;
}

function partsOf<T extends Placed>(region: readonly T[], rules: readonly Rule[], work: Work): T[][] | null {
  work.lookedAt += region.length;
  return (
    ruledOff(region, rules) ??
    columns(region, work) ??
    spanned(region, work) ??
    headed(region, work) ??
    bands(region)
  );
}

/** Above and below a line drawn across all of the region, which no column goes over: a masthead, an article of its own. */
function ruledOff<T extends Placed>(region: readonly T[], rules: readonly Rule[]): T[][] | null {
  if (rules.length === 0 || rules.length > RULES_MAX) return null;
  const { left, right, top, bottom } = around(region);
  const wide = rules.filter(
    ({ position, start, end }) =>
      position > top && position < bottom && start < left + RULE_TOLERANCE && end > right - RULE_TOLERANCE,
  );
  const clear = wide.filter(({ position }) => !region.some(box => isCrossed(box, position)));
  const [across] = clear;
  // Text stands across the lines of ruled paper.
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

/** A title over its line is no part of the columns above it. */
function isUnderlined({ top, bottom, lineCount }: Placed, position: number): boolean {
  const gap = position - bottom;
  return lineCount === 1 && gap > -TOLERANCE && gap < UNDERLINE_SHARE * (bottom - top);
}

const isAlone = (box: Placed, boxes: readonly Placed[]): boolean =>
  !boxes.some(other => other !== box && sharedHeight(box, other) > 0);

/** Left and right of the widest gutter that separates real columns, or null. */
function columns<T extends Placed>(region: readonly T[], work: Work): T[][] | null {
  const gutter = gutterOf(region, work);
  if (gutter === null) return null;
  const isLeft = (box: T) => box.right <= gutter.start + TOLERANCE;
  const sides = [region.filter(isLeft), region.filter(box => !isLeft(box))];
  const above = centredAbove(region, sides);
  return above.length > 0 ? [above, region.filter(box => !above.includes(box))] : sides;
}

/** Authors and dates centred over columns that begin at one height belong to none of the columns. */
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
 * Columns with something across them: what spans the gutter is a band of its own and ends the columns above it.
 * A gap that happens to run through both columns must not be taken for the end of them.
 */
function spanned<T extends Placed>(region: readonly T[], work: Work): T[][] | null {
  const { left, right } = around(region);
  const isWide = (box: T) => box.right - box.left > SPAN_SHARE * (right - left);
  const narrow = region.filter(box => !isWide(box));
  // The region as it is was found to have none.
  const gutter = narrow.length === region.length ? null : gutterOf(narrow, work);
  if (gutter === null) return null;
  const crosses = (box: T) => box.left < gutter.start - TOLERANCE && box.right > gutter.end + TOLERANCE;
  const across = region.filter(crosses).sort((one, other) => one.top - other.top);
  if (across.length === 0) return null;
  const parts: T[][] = [];
  let rest = region.filter(box => !crosses(box));
  for (const band of across) {
    const isAbove = (box: T) => box.top + box.bottom < band.top + band.bottom;
    parts.push(rest.filter(isAbove), [band]);
    rest = rest.filter(box => !isAbove(box));
  }
  return [...parts, rest].filter(part => part.length > 0);
}

/** A running head or a page number in the middle stands over the gutter of columns; its row parts from them as a band. */
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
  const isInRow = (box: T) => isOutside(box) && over.some(head => sharedHeight(head, box) > 0);
  const rows = region.filter(isInRow);
  if (rows.length === 0) return null;
  const isBelow = (box: T) => !isAbove(box);
  return [rows.filter(isAbove), region.filter(box => !isInRow(box)), rows.filter(isBelow)].filter(
    part => part.length > 0,
  );
}

function gutterOf(region: readonly Placed[], work: Work): Gap | null {
  if (region.length < 2) return null;
  const gaps = withinRows(
    gapsBetween(region, 'left', 'right').filter(gap => gap.end - gap.start >= GUTTER_MIN),
    region,
  ).sort((one, other) => other.end - other.start - (one.end - one.start));
  const parts = (gap: Gap) => {
    work.lookedAt += region.length;
    if (work.lookedAt > LOOKED_AT_MAX) return false;
    const isLeft = (box: Placed) => box.right <= gap.start + TOLERANCE;
    const left = region.filter(isLeft);
    const right = region.filter(box => !isLeft(box));
    const least = linesMin(gap);
    return (
      isColumn(left, right, least) &&
      isColumn(right, left, least) &&
      !isFlushRight(right, left) &&
      shareHeight(left, right)
    );
  };
  return gaps.find(parts) ?? null;
}

/**
 * Gaps with boxes of one row on both sides, a row being whatever overlaps from top to bottom: beside the others nothing
 * stands. Hundreds of boxes in a row from corner to corner have as many gaps, and none in a row.
 */
function withinRows(gaps: readonly Gap[], region: readonly Placed[]): Gap[] {
  if (gaps.length <= GAPS_FEW) return [...gaps];
  const rows: { bottom: number; first: number; last: number }[] = [];
  for (const { top, bottom, right } of region.toSorted((one, other) => one.top - other.top)) {
    const row = rows.at(-1);
    if (row === undefined || row.bottom <= top) rows.push({ bottom, first: right, last: right });
    else {
      row.bottom = Math.max(row.bottom, bottom);
      row.first = Math.min(row.first, right);
      row.last = Math.max(row.last, right);
    }
  }
  // Where rows begin and end, from left to right; between the two, some row is open.
  const firsts = Float64Array.from(rows, row => row.first).sort();
  const lasts = Float64Array.from(rows, row => row.last).sort();
  let [begun, ended] = [0, 0];
  return gaps.filter(({ start }) => {
    const place = start + TOLERANCE;
    while ((firsts[begun] ?? Infinity) <= place) begun++;
    while ((lasts[ended] ?? Infinity) <= place) ended++;
    return begun > ended;
  });
}

/** Whether any two of them stand beside each other. Both are gone through once: a page may have ten thousand, and as many gaps. */
function shareHeight(some: readonly Placed[], others: readonly Placed[]): boolean {
  const [one, other] = [some, others].map(boxes => boxes.toSorted((a, b) => a.top - b.top)) as [
    Placed[],
    Placed[],
  ];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [one[i], other[j]];
    if (a === undefined || b === undefined) return false;
    if (a.bottom <= b.top) i++;
    else if (b.bottom <= a.top) j++;
    else return true;
  }
}

/** The wider the gutter, the fewer lines make a column. */
function linesMin({ start, end }: Gap): number {
  if (end - start >= WIDE_GUTTER) return COLUMN_LINES_MIN - 1;
  return end - start < NARROW_GUTTER ? COLUMN_LINES_MIN + 1 : COLUMN_LINES_MIN;
}

function isColumn(side: readonly Placed[], other: readonly Placed[], least: number): boolean {
  return lineCount(side) >= least && !isRowLabels(side, other) && !areNotes(side, other);
}

/** Notes in the margin, or terms, that each stand at the first line of a longer text are read with it. */
function areNotes(side: readonly Placed[], other: readonly Placed[]): boolean {
  if (side.length < NOTES_MIN || side.length > other.length) return false;
  if (widthOf(around(side)) > NOTE_WIDTH_SHARE * widthOf(around(other))) return false;
  if (NOTE_LINES_SHARE * lineCount(other) < lineCount(side)) return false;
  const texts = other.filter(text => text.lineCount > 1).map(text => text.top);
  return alignedWith(texts, side).length >= ALIGNED_SHARE * side.length;
}

/**
 * Columns of text begin at one edge; so do those of a right-to-left page, which is ordered as its mirror image. What is
 * set flush right is none where it stands on the rows of what it belongs to (dates and places) or on rows of its own, or as a
 * letterhead above what begins left of it.
 */
function isFlushRight(right: readonly Placed[], left: readonly Placed[]): boolean {
  const { right: edge } = around(right);
  const flush = right.filter(box => edge - box.right < FLUSH_TOLERANCE);
  const lefts = flush.map(box => box.left);
  const isRagged = Math.max(...lefts) - Math.min(...lefts) > RAGGED_MIN;
  if (!isRagged || flush.length < ALIGNED_SHARE * right.length) return false;
  const rows = new Set(alignedWith(rowsOf(left), right));
  const alone =
    right.length > FLUSH_BOXES_MAX ? [] : right.filter(box => !rows.has(box) && isAlone(box, left));
  return rows.size + alone.length >= ALIGNED_SHARE * right.length || !standBeside(left, right);
}

/** Whether both reach over enough of each other's height. */
function standBeside(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [one, other] = [around(left), around(right)];
  const lower = Math.min(heightOf(one), heightOf(other));
  return sharedHeight(one, other) > BESIDE_SHARE * lower;
}

const lineCount = (boxes: readonly Placed[]): number => boxes.reduce((sum, box) => sum + box.lineCount, 0);

/** Labels or numbers that each stand on a row of the other side are read with that row. */
function isRowLabels(side: readonly Placed[], other: readonly Placed[]): boolean {
  if (side.some(box => box.lineCount > 1) || side.length > lineCount(other)) return false;
  const share = hasGap(other) ? LABEL_WIDTH_SHARE : LABEL_TEXT_SHARE;
  if (widthOf(around(side)) > share * widthOf(around(other))) return false;
  const aligned = alignedWith(rowsOf(other), side);
  return aligned.length >= ALIGNED_SHARE * side.length;
}

/** Whether white space divides a side from top to bottom, as it does columns of a list. */
function hasGap(side: readonly Placed[]): boolean {
  const gaps = gapsBetween(side, 'left', 'right');
  return gaps.some(gap => gap.end - gap.start >= GUTTER_MIN);
}

const widthOf = ({ left, right }: Rectangle): number => right - left;

/** Where rows begin. */
function rowsOf(boxes: readonly Placed[]): number[] {
  return boxes.filter(row => row.lineCount <= 2).map(row => row.top);
}

/** Boxes at the height of one of the tops; both are gone through once, since a page may have ten thousand. */
function alignedWith(tops: readonly number[], boxes: readonly Placed[]): Placed[] {
  const sorted = [...tops].sort((one, other) => one - other);
  const placed = [...boxes].sort((one, other) => one.top - other.top);
  let at = 0;
  return placed.filter(({ top }) => {
    while ((sorted[at] ?? Infinity) <= top - ROW_TOLERANCE) at++;
    return (sorted[at] ?? Infinity) < top + ROW_TOLERANCE;
  });
}

/** Above and below every horizontal gap. */
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

interface Gap {
  start: number;
  end: number;
}

/** A gap is where as many boxes have ended as have begun: where they begin and end may be sorted apart. */
function gapsBetween(boxes: readonly Placed[], from: 'left' | 'top', to: 'right' | 'bottom'): Gap[] {
  if (shareAPlace(boxes, from, to)) return [];
  const begins = sortedSides(boxes, from);
  const ends = sortedSides(boxes, to);
  const gaps: Gap[] = [];
  for (let at = 1; at < boxes.length; at++) {
    const [start, end] = [ends[at - 1] ?? 0, begins[at] ?? 0];
    if (end > start + GAP_MIN) gaps.push({ start, end });
  }
  return gaps;
}

/** Mostly in order already: boxes are read from top to bottom, and the sides of a column's are alike. */
function sortedSides(boxes: readonly Placed[], side: keyof Rectangle): Float64Array {
  const sides = new Float64Array(boxes.length);
  let before = -Infinity;
  let isSorted = true;
  for (let at = 0; at < boxes.length; at++) {
    const place = (boxes[at] as Placed)[side];
    sides[at] = place;
    isSorted &&= place >= before;
    before = place;
  }
  return isSorted ? sides : sides.sort();
}

/** Whether there is a place that all boxes reach over, as the paragraphs of one column do: no gap parts them. */
function shareAPlace(boxes: readonly Placed[], from: 'left' | 'top', to: 'right' | 'bottom'): boolean {
  let [lastBegin, firstEnd] = [-Infinity, Infinity];
  for (const box of boxes) {
    lastBegin = Math.max(lastBegin, box[from]);
    firstEnd = Math.min(firstEnd, box[to]);
  }
  return lastBegin <= firstEnd;
}

/** Sorts boxes into rows from top to bottom, each from left to right. */
export function byRow(one: Rectangle, other: Rectangle): number {
  const least = SAME_ROW_SHARE * Math.min(heightOf(one), heightOf(other));
  return sharedHeight(one, other) > least ? one.left - other.left : one.top - other.top;
}
