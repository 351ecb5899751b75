/** Divides groups of edges of equal width where the text or white space between two of them belongs to no table. */

import type { Rectangle, Rule } from '../../../page/content.ts';
import { around, heightOf, median, meetAcross, middleY, type Sides } from '../../../page/geometry.ts';
import { CAPTION } from '../../../text/captions.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import type { Draft } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { LARGER_SIZE, PROSE_FILL_SHARE, PROSE_LINE_WORDS } from '../shape/prose.ts';
import {
  COLUMN_EDGE_PT,
  CROSSING_SLACK_PT,
  type PageRules,
  ROW_EDGE_PT,
  rulesBetween,
} from '../shape/rules.ts';
import { linesOf, lineText } from '../shape/text.ts';
import { isNumeric } from '../shape/values.ts';
import { areBold, type Word } from '../shape/words.ts';
import { type Edge, extentOfEdges } from './edges.ts';
import { isTitleOnRule } from './under-titles.ts';

/** An interval higher than the usual one by this factor, with a heading or nothing in it, separates two tables. */
const BAND_BREAK_SHARE = 1.5;
/** Most lines of a wrapped cell that could also be prose between two tables, … */
const WRAPPED_CELL_LINES = 3;
/** … least number of single-line rows beside them that show how far rows are from rules, … */
const SINGLE_ROWS_LEAST = 3;
/** … and how much farther the rules may be from them than from other rows. */
const WRAPPED_PADDING_EM = 0.3;

/** The white space above and below a paragraph between rows is this many times that between the rows. */
const PARAGRAPH_PITCH_SHARE = 1.35;

/** White space between two boxes side by side; borders of cells are nearer. */
const BOX_GAP_PT = 12;
/** Least number of lines in a box that stands alone; the head of a table has fewer. */
const BOX_LINES_MIN = 3;

/**
 * An interval this many times as high as the usual row, with lines of equal width along this share of the rules,
 * contains another table.
 */
const OTHER_TABLE_HEIGHTS = 3;
const OTHER_TABLE_SHARE = 0.3;
/** At least this many labels of a head show where its columns are. */
const HEAD_LABELS_LEAST = 3;

/** Labels alone cover less than this share of the rules' width. */
const LABEL_WIDTH_SHARE = 0.5;

/** What lies between two neighbouring edges of a group. */
export interface Interval {
  top: Edge;
  bottom: Edge;
  lines: Word[][];
}

export interface Band {
  left: number;
  right: number;
  intervals: Interval[];
  /** Whether the first rule has a single text above it, as each row has above its own: labels over fields to be filled in. */
  underlined?: boolean;
}

/** The table that a band was read as. */
export interface BandDraft {
  draft: Draft;
  headRows: number;
  band: Band;
  /** Whether the drawing itself showed the columns. */
  joined: boolean;
}

export function extentOfBand({ left, right, intervals }: Band): Rectangle {
  return { left, right, top: intervals[0]?.top.y ?? 0, bottom: intervals.at(-1)?.bottom.y ?? 0 };
}

export function splitGroup(
  group: readonly Edge[],
  words: FreeWords,
  rules: PageRules,
  taken: readonly Rectangle[],
): Band[] {
  const { left, right } = extentOfEdges(group);
  const intervals = group.slice(1).flatMap((bottom, i) => {
    const top = group[i];
    return top
      ? [{ top, bottom, lines: linesOf(words.inside({ left, right, top: top.y, bottom: bottom.y })) }]
      : [];
  });
  const height = median(intervals.map(({ top, bottom }) => bottom.y - top.y));
  const padding = usualPadding(intervals);
  const size = median(intervals.flatMap(interval => interval.lines.flat().map(word => word.size)));
  const inColumns = haveColumns(intervals, right - left);
  const boxes = boxesAmong(intervals, left, right, rules.vertical);
  const others = othersAmong(intervals, { left, right }, height, rules.horizontal);
  const bands: Band[] = [{ left, right, intervals: [] }];
  for (const [i, interval] of intervals.entries()) {
    const isProse = inColumns && interval.lines.some(line => isProseLine(line, left, right));
    const isCell = !isProse && isWrappedCell(interval, padding);
    const isBroken = !isCell && breaksBand(interval, left, right, height, size);
    const isBeside = boxes.has(i - 1) || boxes.has(i) || boxes.has(i + 1) || others.has(i);
    const head = headFarBelow(interval, height);
    const isApart = isBetweenFrames(interval, { left, right }, rules.vertical);
    if (
      isBroken ||
      isBeside ||
      isApart ||
      isTaken(interval, left, right, taken) ||
      isBeforeHead(intervals, i)
    )
      bands.push({ left, right, intervals: [] });
    else if (head) bands.push({ left, right, intervals: [head] });
    else {
      const last = aboveTitle(interval);
      bands.at(-1)?.intervals.push(last ?? interval);
      if (last) bands.push({ left, right, intervals: [] });
    }
  }
  return bands.filter(band => band.intervals.some(interval => interval.lines.length > 0));
}

/** Whether lines have nothing beside them; rows of a framed table contain several texts. */
const holdsText = (lines: readonly Word[][]): boolean =>
  lines.length >= BOX_LINES_MIN && lines.every(line => segmentsOf(line, CELL_GAP_EM).length === 1);

/**
 * Returns which intervals are drawn as boxes, alone or side by side with white space between, such as sender and
 * receiver above a table.
 */
function boxesAmong(
  intervals: readonly Interval[],
  left: number,
  right: number,
  vertical: readonly Rule[],
): Set<number> {
  const near = rulesBetween(vertical, left - CROSSING_SLACK_PT, right + CROSSING_SLACK_PT);
  const sides = intervals.map(({ top, bottom }) =>
    near
      .filter(rule => rule.start <= top.y + CROSSING_SLACK_PT && rule.end >= bottom.y - CROSSING_SLACK_PT)
      .map(({ position }) => position),
  );
  const isOpen = sides.some(positions => positions.length === 0);
  const isGap = (from: number, to: number) => to - from > CROSSING_SLACK_PT && to - from <= BOX_GAP_PT;
  const areBoxes = (i: number) => {
    const [first = Infinity, ...others] = sides[i] ?? [];
    const last = others.pop() ?? -Infinity;
    const isClosed = first <= left + CROSSING_SLACK_PT && last >= right - CROSSING_SLACK_PT;
    const areApart =
      others.length % 2 === 0 && others.every((x, k) => k % 2 > 0 || isGap(x, others[k + 1] ?? x));
    return isClosed && areApart && (others.length > 0 || (isOpen && holdsText(intervals[i]?.lines ?? [])));
  };
  return new Set([...intervals.keys()].filter(areBoxes));
}

/**
 * Whether nothing stands between two edges, while lines at both sides end at the upper one and begin at the lower one:
 * two frames, unless their columns are the same.
 */
function isBetweenFrames({ top, bottom, lines }: Interval, sides: Sides, vertical: readonly Rule[]): boolean {
  if (lines.length > 0) return false;
  const across = rulesBetween(vertical, sides.left - CROSSING_SLACK_PT, sides.right + CROSSING_SLACK_PT);
  if (across.some(({ start, end }) => start < top.y && end > bottom.y)) return false;
  const above = across.filter(({ end }) => Math.abs(end - top.y) <= ROW_EDGE_PT);
  const below = across.filter(({ start }) => Math.abs(start - bottom.y) <= ROW_EDGE_PT);
  const isAt = (x: number, places: readonly number[]) =>
    places.some(place => Math.abs(place - x) <= COLUMN_EDGE_PT);
  const places = (rules: readonly Rule[]) => rules.map(({ position }) => position);
  const areFrames = [sides.left, sides.right].every(x => isAt(x, places(above)) && isAt(x, places(below)));
  const columns = [...places(above), ...top.joints].filter(x => !isAt(x, [sides.left, sides.right]));
  return areFrames && !columns.some(x => isAt(x, [...places(below), ...bottom.joints]));
}

/**
 * Returns which intervals contain no rows of the table: blocks of text above its head, or, where a line separates all
 * rows, lines of another table.
 */
function othersAmong(
  intervals: readonly Interval[],
  { left, right }: Sides,
  height: number,
  horizontal: readonly Rule[],
): Set<number> {
  const areSingle =
    intervals.length > SINGLE_ROWS_LEAST && median(intervals.map(({ lines }) => lines.length)) <= 1;
  const holdsTable = ({ top, bottom }: Interval) => {
    if (!areSingle || bottom.y - top.y < OTHER_TABLE_HEIGHTS * height) return false;
    const inside = rulesBetween(horizontal, top.y + ROW_EDGE_PT, bottom.y - ROW_EDGE_PT).filter(
      ({ start, end }) => start > left - CROSSING_SLACK_PT && end < right + CROSSING_SLACK_PT,
    );
    const extent = ({ start, end }: Rule) => `${Math.round(start)}-${Math.round(end)}`;
    return [...Map.groupBy(inside, extent).values()].some(
      ([first, ...same]) =>
        first !== undefined &&
        same.length > 0 &&
        first.end - first.start > OTHER_TABLE_SHARE * (right - left),
    );
  };
  return new Set(
    intervals.flatMap((interval, i) =>
      holdsTable(interval) || areBlocksAboveHead(interval, intervals[i + 1]) ? [i] : [],
    ),
  );
}

/**
 * Whether the interval contains lines of several blocks, such as addresses, above a single-line head whose labels are
 * aligned differently.
 */
function areBlocksAboveHead({ lines }: Interval, next: Interval | undefined): boolean {
  const [labels, ...more] = (next?.lines ?? []).map(line => segmentsOf(line, CELL_GAP_EM));
  if (labels === undefined || more.length > 0 || labels.length < HEAD_LABELS_LEAST) return false;
  if (labels.some(({ words }) => isNumeric(words))) return false;
  const crossing = lines.filter(line =>
    segmentsOf(line, CELL_GAP_EM).some(text => labels.filter(label => meetAcross(text, label)).length > 1),
  );
  return lines.length > BOX_LINES_MIN && crossing.length > lines.length / 3;
}

/** Whether nothing stands between two lines, with bold labels below as at the top: one table ends and the next begins. */
function isBeforeHead(intervals: readonly Interval[], at: number): boolean {
  const [first, interval, next] = [intervals[0], intervals[at], intervals[at + 1]];
  const isHead = (of: Interval | undefined) => {
    const [line = [], ...others] = of?.lines ?? [];
    return others.length === 0 && segmentsOf(line, CELL_GAP_EM).length > 1 && areBold(line);
  };
  const isGap = interval?.lines.length === 0 && interval.top.drawn && interval.bottom.drawn;
  return isGap && isHead(first) && isHead(next) && !areBold(intervals[at - 1]?.lines.flat() ?? []);
}

/**
 * Returns single-line labels with a row's height of white space above and no such space below: the head of the table
 * below; null where there are none.
 */
function headFarBelow({ top, bottom, lines }: Interval, height: number): Interval | null {
  const [labels = [], ...others] = lines;
  if (!top.drawn || others.length > 0 || !areLabels(labels)) return null;
  const box = around(labels);
  if (box.top - top.y <= height || bottom.y - box.bottom >= height / 2) return null;
  return { top: undrawnAt(box.top, top), bottom, lines };
}

/** An edge where texts begin or end instead of at the rule. */
const undrawnAt = (y: number, rule: Edge): Edge => ({ ...rule, y, drawn: false, joints: [] });

/** Returns the last rows of a table where the larger title of the next one stands on the rule below them; null otherwise. */
function aboveTitle({ top, bottom, lines }: Interval): Interval | null {
  const [title, ...others] = lines.toReversed();
  const before = others.flat();
  if (title === undefined || before.length === 0 || !bottom.drawn) return null;
  const isLarger =
    median(title.map(({ size }) => size)) >= LARGER_SIZE * median(before.map(({ size }) => size));
  if (!isLarger || !isTitleOnRule(bottom, lines)) return null;
  return { top, bottom: undrawnAt(around(before).bottom, bottom), lines: lines.slice(0, -1) };
}

function areLabels(line: readonly Word[]): boolean {
  const texts = segmentsOf(line, CELL_GAP_EM);
  return texts.length > 1 && (areBold(line) || !texts.some(({ words }) => isNumeric(words)));
}

/** Whether a table runs through the interval or stands in it. */
function isTaken(
  { top, bottom }: Interval,
  left: number,
  right: number,
  taken: readonly Rectangle[],
): boolean {
  const middle = (top.y + bottom.y) / 2;
  return taken.some(
    region =>
      meetAcross(region, { left, right }) &&
      ((region.top < middle && region.bottom > middle) ||
        (top.y < middleY(region) && bottom.y > middleY(region))),
  );
}

/** Whether most single-line rows contain several texts, or none that is wide: a text across all columns is no cell. */
function haveColumns(intervals: readonly Interval[], width: number): boolean {
  const rows = intervals.flatMap(({ lines: [line = [], ...others] }) =>
    line.length > 0 && others.length === 0 ? [segmentsOf(line, CELL_GAP_EM)] : [],
  );
  const several = rows.filter(row => row.length > 1).length;
  const widths = rows.map(row => (row.at(-1)?.right ?? 0) - (row[0]?.left ?? 0));
  return several > rows.length / 2 || Math.max(0, ...widths) < LABEL_WIDTH_SHARE * width;
}

/** Returns the usual padding of single-line rows if most rows are such; otherwise a negative number, less than any padding. */
function usualPadding(intervals: readonly Interval[]): number {
  const filled = intervals.filter(({ lines }) => lines.length > 0);
  const single = filled.filter(({ lines }) => lines.length === 1);
  return single.length >= Math.max(SINGLE_ROWS_LEAST, filled.length / 2)
    ? median(single.map(paddingOf))
    : -Infinity;
}

/** Returns the height of an interval minus that of its lines. */
function paddingOf({ top, bottom, lines }: Interval): number {
  return bottom.y - top.y - heightOf(around(lines.flat()));
}

/**
 * Whether an interval contains two or three lines of one text, no farther from drawn rules than other rows are: prose
 * is farther off.
 */
function isWrappedCell(interval: Interval, usual: number): boolean {
  const { top, bottom, lines } = interval;
  if (!top.drawn || !bottom.drawn || lines.length < 2 || lines.length > WRAPPED_CELL_LINES) return false;
  const size = median(lines.flat().map(word => word.size));
  return paddingOf(interval) <= usual + WRAPPED_PADDING_EM * size;
}

/** Whether a line is one text across the columns with as many words as a line of prose has. */
function isProseLine(line: readonly Word[], left: number, right: number): boolean {
  const [text, ...others] = segmentsOf(line, CELL_GAP_EM);
  const fills = text !== undefined && text.right - text.left > PROSE_FILL_SHARE * (right - left);
  return fills && others.length === 0 && line.length >= PROSE_LINE_WORDS;
}

/** Whether prose stands among rows of several texts, farther from the rows above and below than those are from each other. */
function holdsParagraph(
  lines: readonly Word[][],
  rows: readonly (readonly Segment[])[],
  left: number,
  right: number,
): boolean {
  const isRow = rows.map(row => row.length > 1);
  if (!isRow.some((isOne, i) => isOne && isRow[i + 1])) return false;
  const baselines = lines.map(line => median(line.map(word => word.baseline)));
  const steps = baselines.slice(1).map((y, i) => y - (baselines[i] ?? y));
  const pitches = steps.filter((_, i) => isRow[i] && isRow[i + 1]);
  const least = PARAGRAPH_PITCH_SHARE * median(pitches);
  return lines.some((line, i) => {
    if (isRow[i] || !isProseLine(line, left, right)) return false;
    let last = i;
    while (last + 1 < lines.length && !isRow[last + 1]) last += 1;
    const below = last === lines.length - 1 || (steps[last] ?? 0) >= least;
    return i > 0 && (steps[i - 1] ?? 0) >= least && below;
  });
}

/**
 * Whether prose that extends under the second column follows rows of several texts, with at most one line below it: the
 * head of the next table, or nothing where that head is shaded.
 */
function endsInProse(rows: readonly (readonly Segment[])[]): boolean {
  const last = rows.findLastIndex(([text, ...others], i) => {
    const second = rows[i - 1]?.[1];
    const isProse = text && others.length === 0 && text.words.length >= PROSE_LINE_WORDS;
    return isProse && second && text.left < second.left && text.right > second.left;
  });
  if (last < 0) return false;
  const below = rows.slice(last + 1);
  const goesOn = below.findIndex(row => row.length > 1);
  return goesOn < 0 || goesOn === below.length - 1;
}

/** Whether an interval contains prose, a caption, a heading or white space between two tables of equal width. */
function breaksBand(
  { top, bottom, lines }: Interval,
  left: number,
  right: number,
  height: number,
  size: number,
): boolean {
  const tall = bottom.y - top.y > BAND_BREAK_SHARE * height;
  if (lines.length === 0) return tall;
  const rows = lines.map(line => segmentsOf(line, CELL_GAP_EM));
  const single = rows.filter(row => row.length === 1);
  if (lines.some(line => CAPTION.test(lineText(line)))) return true;
  const filling = single.filter(
    ([segment]) => segment && segment.right - segment.left > PROSE_FILL_SHARE * (right - left),
  );
  if (filling.length >= 0.5 * rows.length && (filling.length >= 2 || (tall && rows.length > 1))) return true;
  const prose = filling.filter(([segment]) => (segment?.words.length ?? 0) >= PROSE_LINE_WORDS);
  if (holdsParagraph(lines, rows, left, right) || endsInProse(rows)) return true;
  if (prose.length >= 2 || (tall && prose.length > 0)) return true;
  const usual = median(lines.flat().map(word => word.size));
  const heading = lines.some(
    (line, i) => rows[i]?.length === 1 && line.every(word => word.size >= LARGER_SIZE * usual),
  );
  if (heading && lines.length > 1) return true;
  const larger = usual >= LARGER_SIZE * size;
  const bold = areBold(lines.flat());
  const isLabel = single.length === rows.length && rows.length <= 2;
  return isLabel && (tall ? larger || bold : larger && bold);
}
