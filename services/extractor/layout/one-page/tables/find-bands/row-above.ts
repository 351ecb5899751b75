/** Adds the row above the first rule where a rule runs under each row. */
import { median } from '../../../page/geometry.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { CROSSING_SLACK_PT } from '../shape/rules.ts';
import { linesOf } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import type { Band, Interval } from './band-split.ts';

/** Rows are equally far above the rules under them within this tolerance. */
const ROOM_PT = 1;
/** Tolerance for a head that only its labels show, which may have more room, and for a skewed scan, which moves rules. */
const HEAD_ROOM_PT = 2.5;
/** Larger bands show their columns and find such rows by them, unless a head shows more columns than any row fills. */
const INTERVALS_MOST = 2;

/**
 * Returns the band with the line above its first rule, if that stands as far above it as all lines of the band above
 * theirs. Only small bands are extended.
 */
export function withRowAbove(band: Band, words: FreeWords): Band {
  const { intervals, left, right } = band;
  const [first] = intervals;
  if (!first?.top.drawn) return band;
  const rooms = intervals.map(roomUnder);
  const room = (intervals.length > INTERVALS_MOST ? median(rooms) : rooms[0]) ?? Infinity;
  if (rooms.some(other => !(Math.abs(other - room) <= ROOM_PT))) return band;
  const pitch = first.bottom.y - first.top.y;
  const above = words
    .between(first.top.y - pitch, first.top.y)
    .filter(word => word.left >= left - CROSSING_SLACK_PT && word.right <= right + CROSSING_SLACK_PT);
  const [line, ...others] = linesOf(above);
  if (!line || others.length > 0) return band;
  const isHead = tellsMore(line, intervals);
  const off = Math.abs(first.top.y - baselineOf(line) - room);
  if (off > (isHead ? HEAD_ROOM_PT : ROOM_PT)) return band;
  const underlined = segmentsOf(line, CELL_GAP_EM).length === 1;
  const isWanted = isHead || intervals.length <= INTERVALS_MOST;
  if (!isWanted || !isRow(line, first)) return { ...band, underlined };
  const edge = { ...first.top, y: first.top.y - pitch, drawn: false, joints: [] };
  return { ...band, intervals: [{ top: edge, bottom: first.top, lines: [line] }, ...intervals] };
}

/**
 * Whether a line shows more columns than any row fills. No row has both a debit and a credit, though they stand in
 * places of their own: only the labels show that they are two columns.
 */
function tellsMore(line: readonly Word[], intervals: readonly Interval[]): boolean {
  const rows = intervals.flatMap(({ lines }) => lines.map(words => segmentsOf(words, CELL_GAP_EM)));
  const labels = segmentsOf(line, CELL_GAP_EM).length;
  return labels > Math.max(...rows.map(row => row.length)) && labels === placesOf(rows.flat());
}

/** Returns the number of separate horizontal stretches in which texts stand. */
function placesOf(texts: readonly Segment[]): number {
  let reached = -Infinity;
  let places = 0;
  for (const { left, right } of [...texts].sort((a, b) => a.left - b.left)) {
    if (left > reached) places += 1;
    reached = Math.max(reached, right);
  }
  return places;
}

/** Returns the distance from the only line of an interval down to the rule under it. */
function roomUnder({ bottom, lines }: Interval): number {
  const [line, ...others] = lines;
  return line && others.length === 0 && bottom.drawn ? bottom.y - baselineOf(line) : NaN;
}

const baselineOf = (line: readonly Word[]): number => median(line.map(word => word.baseline));

/**
 * Whether a line is a row of labels over columns and no title: it and the row below have several texts of one size, and
 * no text is over two others.
 */
function isRow(line: readonly Word[], { lines }: Interval): boolean {
  const below = segmentsOf(lines[0] ?? [], CELL_GAP_EM);
  const labels = segmentsOf(line, CELL_GAP_EM);
  const size = (words: readonly Word[]) => median(words.map(word => word.size));
  const inColumns = labels.every(
    label => below.filter(text => text.left < label.right && text.right > label.left).length <= 1,
  );
  const inValues = labels.length > 1 || (labels[0]?.left ?? 0) >= (below[0]?.right ?? Infinity);
  return (
    below.length > 1 && inValues && inColumns && Math.abs(size(line) - size(lines[0] ?? [])) < ROOM_PT / 2
  );
}
