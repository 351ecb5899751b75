/** Finds gutters: white space from top to bottom with real columns on both sides, not labels, notes or right-aligned text. */

import type { Rectangle } from '../../page/content.ts';
import { around, heightOf, median, sharedHeight } from '../../page/geometry.ts';
import { type Gap, gapsBetween } from './gaps.ts';

/** In points: gutters of 9 are common in 10-point type, and narrower ones occur. */
export const GUTTER_MIN = 4;
/** In points: boxes may overlap by this much through rounding. */
export const TOLERANCE = 1;
/** Least number of lines on each side of a gutter; one less beside a wide gutter, one more beside a narrow one. */
export const COLUMN_LINES_MIN = 3;
/** In points. */
export const WIDE_GUTTER = 60;
const NARROW_GUTTER = 12;
/** Row labels are narrower than this share of what they label, or, beside a single column of text, than this share of it … */
const LABEL_WIDTH_SHARE = 0.25;
const LABEL_TEXT_SHARE = 0.45;
/** … and at least this share of them stand on one of its rows, within this many points. */
const ALIGNED_SHARE = 0.8;
export const ROW_TOLERANCE = 4;
/**
 * Marginal notes are narrower than this share of what they stand beside and have at most this share of its lines; at
 * least two of them are needed to rule out chance.
 */
const NOTE_WIDTH_SHARE = 0.35;
const NOTES_MIN = 2;
const NOTE_LINES_SHARE = 0.5;
const SMALLER = 0.9;
/** In points: texts whose ends differ by at most this are right-aligned … */
const FLUSH_TOLERANCE = 3;
/** … in a letterhead, which has at most this many boxes, … */
const FLUSH_BOXES_MAX = 40;
/** … if their beginnings are at least this far apart. */
const RAGGED_MIN = 6;
/** Share of the lower side's height that two columns have in common. */
const BESIDE_SHARE = 0.25;
/**
 * Most boxes examined on both sides of gutters on a whole page, at .4 µs each. Real pages need about a thousand; on
 * others, what remains is read in rows.
 */
export const LOOKED_AT_MAX = 4_000_000;
/** With no more gaps than this, examining them is quicker than sorting some out. */
const GAPS_FEW = 4;

export interface Placed extends Rectangle {
  /** Number of text lines in it; figures and tables count as several. */
  lineCount: number;
}

/** What a page has cost so far. */
export interface Work {
  lookedAt: number;
}

export const lineCount = (boxes: readonly Placed[]): number =>
  boxes.reduce((sum, box) => sum + box.lineCount, 0);

export const isAlone = (box: Placed, boxes: readonly Placed[]): boolean =>
  !boxes.some(other => other !== box && sharedHeight(box, other) > 0);

/** Returns the widest gutter that separates real columns, or null. */
export function gutterOf(region: readonly Placed[], work: Work): Gap | null {
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
 * Keeps only gaps with boxes of one row on both sides, where a row is whatever overlaps vertically; nothing stands
 * beside the other gaps. Hundreds of boxes in a diagonal line have as many gaps, none of them within a row.
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

/**
 * Whether any two of the boxes stand beside each other. Each list is traversed once, because a page may have ten
 * thousand boxes and as many gaps.
 */
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

/** Returns the least number of lines of a column: the wider the gutter, the fewer. */
function linesMin({ start, end }: Gap): number {
  if (end - start >= WIDE_GUTTER) return COLUMN_LINES_MIN - 1;
  return end - start < NARROW_GUTTER ? COLUMN_LINES_MIN + 1 : COLUMN_LINES_MIN;
}

function isColumn(side: readonly Placed[], other: readonly Placed[], least: number): boolean {
  return lineCount(side) >= least && !isRowLabels(side, other) && !areNotes(side, other);
}

/** Whether one side is marginal notes, or terms, that each stand at the first line of a longer text and are read with it. */
function areNotes(side: readonly Placed[], other: readonly Placed[]): boolean {
  if (side.length < NOTES_MIN || side.length > other.length) return false;
  if (widthOf(around(side)) > NOTE_WIDTH_SHARE * widthOf(around(other))) return false;
  if (NOTE_LINES_SHARE * lineCount(other) < lineCount(side)) return false;
  const lineHeight = (boxes: readonly Placed[]) => median(boxes.map(box => heightOf(box) / box.lineCount));
  // A note in smaller type may also stand beside a single line.
  const linesLeast = lineHeight(side) < SMALLER * lineHeight(other) ? 1 : 2;
  const texts = other.filter(text => text.lineCount >= linesLeast).map(text => text.top);
  return alignedWith(texts, side).length >= ALIGNED_SHARE * side.length;
}

/**
 * Whether the right side is right-aligned text and no column. Columns of text begin at one edge (a right-to-left page
 * is ordered as its mirror image). Right-aligned text is no column where it stands on the rows of what it belongs to
 * (dates and places), on rows of its own, or as a letterhead above what begins left of it.
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

/** Whether both sides cover enough of each other's height. */
function standBeside(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [one, other] = [around(left), around(right)];
  const lower = Math.min(heightOf(one), heightOf(other));
  return sharedHeight(one, other) > BESIDE_SHARE * lower;
}

/** Whether one side is labels or numbers that each stand on a row of the other side and are read with that row. */
function isRowLabels(side: readonly Placed[], other: readonly Placed[]): boolean {
  if (side.some(box => box.lineCount > 1) || side.length > lineCount(other)) return false;
  const share = hasGap(other) ? LABEL_WIDTH_SHARE : LABEL_TEXT_SHARE;
  if (widthOf(around(side)) > share * widthOf(around(other))) return false;
  const aligned = alignedWith(rowsOf(other), side);
  return aligned.length >= ALIGNED_SHARE * side.length;
}

/** Whether white space divides a side from top to bottom, as it does the columns of a list. */
function hasGap(side: readonly Placed[]): boolean {
  const gaps = gapsBetween(side, 'left', 'right');
  return gaps.some(gap => gap.end - gap.start >= GUTTER_MIN);
}

const widthOf = ({ left, right }: Rectangle): number => right - left;

/** Returns the tops of rows. */
function rowsOf(boxes: readonly Placed[]): number[] {
  return boxes.filter(row => row.lineCount <= 2).map(row => row.top);
}

/**
 * Returns the boxes at the height of one of the tops. Each list is traversed once, because a page may have ten thousand
 * boxes.
 */
function alignedWith(tops: readonly number[], boxes: readonly Placed[]): Placed[] {
  const sorted = [...tops].sort((one, other) => one - other);
  const placed = [...boxes].sort((one, other) => one.top - other.top);
  let at = 0;
  return placed.filter(({ top }) => {
    while ((sorted[at] ?? Infinity) <= top - ROW_TOLERANCE) at++;
    return (sorted[at] ?? Infinity) < top + ROW_TOLERANCE;
  });
}
