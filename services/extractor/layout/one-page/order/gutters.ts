/** Gutters: white space from top to bottom with real columns on both sides, not labels, notes or what is set flush right. */

import type { Rectangle } from '../../page/content.ts';
import { around, heightOf, median, sharedHeight } from '../../page/geometry.ts';
import { type Gap, gapsBetween } from './gaps.ts';

/** Points; gutters of 9 are common in 10-point type, narrower ones occur. */
export const GUTTER_MIN = 4;
/** Points; overlap of boxes that is rounding. */
export const TOLERANCE = 1;
/** Lines on each side of a gutter; one less beside a wide one, one more beside a narrow one. */
export const COLUMN_LINES_MIN = 3;
/** Points. */
export const WIDE_GUTTER = 60;
const NARROW_GUTTER = 12;
/** Row labels are narrower than this share of what they label, or than this share of one column of texts … */
const LABEL_WIDTH_SHARE = 0.25;
const LABEL_TEXT_SHARE = 0.45;
/** … and nearly all stand on one of its rows, give or take these points. */
const ALIGNED_SHARE = 0.8;
export const ROW_TOLERANCE = 4;
/** Notes in the margin are narrower than this share of what they stand beside, and have this share of its lines at most; two of them are no chance. */
const NOTE_WIDTH_SHARE = 0.35;
const NOTES_MIN = 2;
const NOTE_LINES_SHARE = 0.5;
const SMALLER = 0.9;
/** Points; texts that end this near to each other are set flush right … */
const FLUSH_TOLERANCE = 3;
/** … of a head, which has no more of them than these, … */
const FLUSH_BOXES_MAX = 40;
/** … where their beginnings lie at least this far apart. */
const RAGGED_MIN = 6;
/** Share of the lower side's height that columns have in common. */
const BESIDE_SHARE = 0.25;
/** Boxes looked at on both sides of gutters, in all of a page, 0.4 µs each. Pages that people make take a thousand; what is left of others is read in rows. */
export const LOOKED_AT_MAX = 4_000_000;
/** Gaps; fewer are sooner looked at than left out. */
const GAPS_FEW = 4;

export interface Placed extends Rectangle {
  /** Lines of text in it; figures and tables count as many. */
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

/** The widest gutter that separates real columns, or null. */
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
  const lineHeight = (boxes: readonly Placed[]) => median(boxes.map(box => heightOf(box) / box.lineCount));
  // In smaller type a note may stand at a single line as well.
  const linesLeast = lineHeight(side) < SMALLER * lineHeight(other) ? 1 : 2;
  const texts = other.filter(text => text.lineCount >= linesLeast).map(text => text.top);
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
