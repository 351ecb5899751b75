/**
 * Finds the reading order: a page is divided at gutters between running text, otherwise at its widest horizontal gap,
 * until only rows remain. Tables stay whole because their columns are no running text.
 */
import { around, widthOf } from '../../page/geometry.ts';
import { type Row, rowsOf } from './rows.ts';
import { levelShare, middleOf, type Segment } from './segments.ts';

/** All lengths are in the page's median segment height. */
const LEAST_GUTTER = 0.35;
const LEAST_ROW_GAP = 0.3;
/**
 * Running text has at least this width and this many rows (receipts have amounts beside fewer), most of which fill a
 * good part of the width with few pieces each.
 */
const LEAST_TEXT_WIDTH = 7;
const LEAST_TEXT_ROWS = 4;
const FILLED_SHARE = 0.4;
const FILLED_ROWS_SHARE = 0.6;
const MOST_PIECES_A_ROW = 2.2;
/**
 * A side bar's lines do not match those of the running text beside it: fewer than this share of them are level with one
 * within this distance.
 */
const MATCHING_SHARE = 0.5;
const MATCHING_LEVEL = 0.75;
/** A gutter may be crossed by this share of the region's pieces, mostly headlines, but always by at least so many. */
const CROSSING_SHARE = 0.12;
const CROSSING_ALLOWED = 2;
/** A crossing piece wider than this share of the region separates what is above from what is below. */
const SEPARATOR_SHARE = 0.5;
/** From this many narrow crossing pieces inside the columns on, they are a caption that the text runs around. */
const LEAST_FLOAT_PIECES = 3;

/** Returns rows in reading order; each row is read from left to right. */
export function readingOrder(segments: readonly Segment[], unit: number): Row[] {
  const rows: Row[] = [];
  const waiting: Segment[][] = [[...segments]];
  for (let region = waiting.pop(); region; region = waiting.pop()) {
    const parts = parted(region, unit);
    if (parts.length > 1) waiting.push(...parts.reverse());
    else rows.push(...rowsOf(region, unit));
  }
  return rows;
}

function parted(region: Segment[], unit: number): Segment[][] {
  if (region.length < 2) return [region];
  return atGutter(region, unit) ?? atCrossedGutter(region, unit) ?? atRowGap(region, unit) ?? [region];
}

function atGutter(region: Segment[], unit: number): Segment[][] | null {
  const gaps = gapsOf(region, 'left', 'right').filter(gap => gap.size >= LEAST_GUTTER * unit);
  for (const { at } of gaps.sort((a, b) => b.size - a.size)) {
    const left = region.filter(segment => segment.right <= at);
    const right = region.filter(segment => segment.left >= at);
    if (areColumns(left, right, unit)) return [left, right];
  }
  return null;
}

function areColumns(left: Segment[], right: Segment[], unit: number): boolean {
  const [leftIsText, rightIsText] = [isRunningText(left, unit), isRunningText(right, unit)];
  if (leftIsText && rightIsText) return true;
  return (leftIsText || rightIsText) && !haveMatchingLines(left, right);
}

function isRunningText(side: Segment[], unit: number): boolean {
  const width = widthOf(around(side));
  if (width <= LEAST_TEXT_WIDTH * unit) return false;
  const rows = rowsOf(side, unit);
  if (rows.length < LEAST_TEXT_ROWS) return false;
  const filled = rows.filter(
    row => row.reduce((sum, piece) => sum + widthOf(piece), 0) >= FILLED_SHARE * width,
  );
  return filled.length >= FILLED_ROWS_SHARE * rows.length && side.length < MOST_PIECES_A_ROW * rows.length;
}

function haveMatchingLines(left: Segment[], right: Segment[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const matching = few.filter(piece => many.some(other => levelShare(other, piece) > MATCHING_LEVEL));
  return matching.length >= MATCHING_SHARE * few.length;
}

/** Divides a region into columns below, above or around pieces that cross their gutter. */
function atCrossedGutter(region: Segment[], unit: number): Segment[][] | null {
  const allowed = Math.max(CROSSING_ALLOWED, CROSSING_SHARE * region.length);
  const candidates = candidateGutters(region, unit).sort((a, b) => a.crossing - b.crossing);
  for (const { at, crossing } of candidates) {
    if (crossing === 0 || crossing > allowed) continue;
    const crossers = region.filter(segment => segment.left < at && segment.right > at);
    const rest = region.filter(segment => !crossers.includes(segment));
    const left = rest.filter(segment => segment.right <= at);
    const right = rest.filter(segment => segment.left >= at);
    if (left.length < 2 || right.length < 2) continue;
    if (!isRunningText(left, unit) || !isRunningText(right, unit)) continue;
    const parts = aroundCrossers(region, crossers);
    if (parts) return parts;
  }
  return null;
}

/** Returns places with free space after the right edge of some piece, with the number of pieces that cross there. */
function candidateGutters(region: Segment[], unit: number): { at: number; crossing: number }[] {
  const space = LEAST_GUTTER * unit;
  const edges = [...new Set(region.map(segment => Math.ceil(segment.right + space / 2)))];
  return edges.map(at => ({
    at,
    crossing: region.filter(segment => segment.left < at + space / 2 && segment.right > at - space / 2)
      .length,
  }));
}

function aroundCrossers(region: Segment[], crossers: Segment[]): Segment[][] | null {
  const width = widthOf(around(region));
  const separator = crossers.find(segment => widthOf(segment) > SEPARATOR_SHARE * width);
  if (separator) {
    const middle = middleOf(separator);
    const others = region.filter(segment => segment !== separator);
    const above = others.filter(segment => middleOf(segment) < middle);
    const below = others.filter(segment => middleOf(segment) >= middle);
    return [above, [separator], below].filter(part => part.length > 0);
  }
  if (crossers.length < LEAST_FLOAT_PIECES) return null;
  return [region.filter(segment => !crossers.includes(segment)), crossers];
}

function atRowGap(region: Segment[], unit: number): Segment[][] | null {
  const gaps = gapsOf(region, 'top', 'bottom').filter(gap => gap.size > LEAST_ROW_GAP * unit);
  if (gaps.length === 0) return null;
  const { at } = gaps.reduce((widest, gap) => (gap.size > widest.size ? gap : widest));
  return [region.filter(segment => segment.bottom <= at), region.filter(segment => segment.top >= at)];
}

/** Returns the free stretches of an axis between the pieces, each with a place inside it. */
function gapsOf(region: Segment[], start: 'left' | 'top', end: 'right' | 'bottom') {
  const sorted = [...region].sort((a, b) => a[start] - b[start]);
  const gaps: { at: number; size: number }[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const segment of sorted) {
    if (segment[start] > reached)
      gaps.push({ at: (reached + segment[start]) / 2, size: segment[start] - reached });
    reached = Math.max(Number.isFinite(reached) ? reached : segment[end], segment[end]);
  }
  return gaps;
}
