/** Finds tables between rules of equal width, whose columns are shown only by the text (or by joints of the rules). */

import type { Rectangle, Rule } from '../../../page/content.ts';
import { median, middleX } from '../../../page/geometry.ts';
import { beforeSigns } from '../shape/amount-signs.ts';
import { assemble } from '../shape/assemble.ts';
import { edgesFromGaps, joinComplements, type Segment, segmentsOf } from '../shape/columns.ts';
import { intervalOf } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { fullLines } from '../shape/full-lines.ts';
import { CELL_GAP_EM, CELL_GAP_RULED_EM } from '../shape/gaps.ts';
import { HEAD_LINES, mergeHead } from '../shape/head.ts';
import { headedGaps, leafLine } from '../shape/head-columns.ts';
import { mergeRows } from '../shape/row-merge.ts';
import {
  COLUMN_EDGE_PT,
  clusterPositions,
  type PageRules,
  ROW_EDGE_PT,
  rulesBetween,
} from '../shape/rules.ts';
import { withoutSignColumns } from '../shape/sign-columns.ts';
import { EDGE_EXTENT_PT } from '../shape/strips.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { isNumeric } from '../shape/values.ts';
import type { Word } from '../shape/words.ts';
import { type Band, type BandDraft, extentOfBand, type Interval, splitGroup } from './band-split.ts';
import { isCentredRow } from './centred-row.ts';
import { type Edge, extentOfEdges } from './edges.ts';
import { WIDE_RULE_SHARE, withHeadAbove } from './head-above.ts';
import { withHeadOverRow } from './head-over-row.ts';
import { draftList } from './lists.ts';
import { withRowAbove } from './row-above.ts';
import { joinAcross, rowSeams, splitAtSeams } from './row-seams.ts';
import { areUnderTitles } from './under-titles.ts';

/** From this share of rules that lead from a text to its value on, they are leaders and no edges of a table. */
const LEADER_SHARE = 0.6;
/** Greatest distance between a leader and the text it leads from. */
const LEADER_GAP_EM = 1.5;
/** Texts whose middle is farther above or below than this are not beside a leader: none is twice as large. */
const LEADER_LEVEL_PT = 24;
/** From this many rows between rules on, the rules separate them. */
const RULED_ROWS_LEAST = 3;
/** Lines at least this share of a row's height apart are rows; lines of a cell also leave space above and below them. */
const ROW_STEP_SHARE = 0.9;
/** Lines of one text are nearer than this. */
const ROW_STEP_EM = 1.7;
/** Least share of the edges that have a joint at the edge of a column. */
const JOINT_SHARE = 0.3;
/** Largest share of words that may cross such edges: labels over several columns. */
const CROSSING_JOINTS_SHARE = 0.1;
/** From this share of columns without a word on, the pieces in which the rules are drawn are no sides of cells. */
const BLANK_COLUMNS_SHARE = 0.34;

/**
 * Least number and share of a column's lines that have texts on both sides of white space, for two columns without a
 * joint between them.
 */
const PARTED_LINES = 3;
const PARTED_LINES_SHARE = 0.6;

/** From this share of single rows between rules on, all rules separate rows. */
const SINGLE_ROWS_SHARE = 0.8;

/**
 * Finds the bands. `groups` are edges of equal width, at least two each; `taken` are the regions of tables found
 * before, through which no band runs.
 */
export function findBands(
  groups: readonly Edge[][],
  rules: PageRules,
  words: FreeWords,
  taken: readonly Rectangle[],
): BandDraft[] {
  return groups
    .filter(group => holdsWords(group, words))
    .filter(group => !areLeaders(group, words) && !areUnderTitles(group, words))
    .flatMap(group => splitGroup(group, words, rules, taken))
    .map(band => withHeadAbove(band, rules.horizontal, words))
    .map(band => withRowAbove(band, words))
    .map(withHeadOverRow)
    .flatMap(band => draftBand(band, rules) ?? []);
}

/** Whether there is anything between its edges: the rules of tables found before contain no free word. */
const holdsWords = (group: readonly Edge[], words: FreeWords): boolean =>
  words.inside(extentOfEdges(group)).length > 0;

/** Whether lines stand at the height of a text that ends where they begin: they lead the eye from a title to its page. */
function areLeaders(group: readonly Edge[], words: FreeWords): boolean {
  const leading = group.filter(edge => edge.drawn && isLeader(edge, words));
  return leading.length >= LEADER_SHARE * group.length;
}

function isLeader({ y, left }: Edge, words: FreeWords): boolean {
  return words.some(
    y - LEADER_LEVEL_PT,
    y + LEADER_LEVEL_PT,
    ({ right, baseline, bottom, size }) =>
      right <= left + 1 && left - right <= LEADER_GAP_EM * size && y > baseline - 0.5 * size && y < bottom,
  );
}

/** Returns rules inside the band that do not run across it. */
function partialRules(band: Band, horizontal: readonly Rule[]): Rule[] {
  const { left, right, top, bottom } = extentOfBand(band);
  return rulesBetween(horizontal, top + ROW_EDGE_PT, bottom - ROW_EDGE_PT).filter(
    ({ start, end }) =>
      start >= left - EDGE_EXTENT_PT &&
      end <= right + EDGE_EXTENT_PT &&
      end - start < WIDE_RULE_SHARE * (right - left),
  );
}

function draftBand(whole: Band, rules: PageRules): BandDraft | null {
  const inner = partialRules(whole, rules.horizontal);
  const seams = rowSeams(whole, inner);
  const band = splitAtSeams(whole, seams);
  const lines = band.intervals.flatMap(interval => interval.lines);
  const fromText = textColumns(band, lines);
  const pieces = jointEdges(band, lines.flat());
  const joints = pieces && !arePartly(pieces, fromText.xs, lines) ? pieces : null;
  const { xs, leaves } = joints
    ? { xs: withoutSignColumns(joints, lines), leaves: new Map<Word[], readonly Segment[]>() }
    : fromText;
  if (xs.length < 3) return draftList(band, rules.vertical);
  const toLine = (line: Word[]) => {
    const labels = leaves.get(line);
    return labels?.length ? leafLine(labels, xs) : toTableLine(line, xs);
  };
  const [first, ...rest] = band.intervals.filter(interval => interval.lines.length > 0);
  if (!first) return null;
  // A shaded strip alone is the head of what stands below it.
  const mayBeHead = first.lines.length <= HEAD_LINES && (rest.length > 0 || !first.top.drawn);
  const hasHead = mayBeHead && !areFields(first.lines.map(toLine));
  const head = hasHead ? mergeHead(first.lines.map(toLine), xs, inner) : [];
  const body = intervalRows(hasHead ? rest : [first, ...rest], rest.length, toLine);
  const { top, bottom } = extentOfBand(band);
  const drawn = assemble({ kind: 'band', xs, head, body: body.flatMap(({ rows }) => rows), top, bottom });
  let row = head.length;
  const parted = [...(hasHead ? [{ interval: first, rows: head }] : []), ...body].flatMap(
    ({ interval, rows }, i) => {
      if (i > 0 || !hasHead) row += rows.length;
      const seam = seams.find(({ edge }) => edge === interval.bottom);
      return seam ? [{ row, seam }] : [];
    },
  );
  const draft = joinAcross(drawn, parted);
  return { draft, headRows: head.length, band, joined: joints !== null };
}

/**
 * Divides intervals into rows. Where rules separate nearly all rows, what lies between two rules is one row; `below` is
 * the number of intervals with something above them.
 */
function intervalRows(
  intervals: readonly Interval[],
  below: number,
  toLine: (line: Word[]) => TableLine,
): { interval: Interval; rows: TableLine[][] }[] {
  const drawn = intervals.map(interval => ({ interval, lines: interval.lines.map(toLine) }));
  const rest = drawn.slice(drawn.length - below);
  const areParted = below >= RULED_ROWS_LEAST;
  const areSingle = areParted && median(rest.map(({ lines }) => lines.length)) <= 1;
  const height = areSingle ? rowHeight(rest.filter(({ lines }) => lines.length === 1)) : Infinity;
  // Of two rows, each begins with a line that has its numbers; the first row of the table may be a third.
  const areFew = below === RULED_ROWS_LEAST - 1 && rest.every(({ lines }) => isLedByNumbers(lines));
  const single = rest.filter(({ lines }) => isOneRow(lines)).length;
  // A fee below a payment, with an amount of its own, is an exception.
  const areRows = areParted ? single >= SINGLE_ROWS_SHARE * rest.length : areFew && single === rest.length;
  return drawn.map(({ interval, lines }) => {
    if (stepLikeRows(lines, height) || areFields(lines)) return { interval, rows: lines.map(line => [line]) };
    const isRow = (areSingle && fullLines(lines) <= 1) || (areRows && isOneRow(lines)) || isCentredRow(lines);
    return { interval, rows: isRow ? [lines] : mergeRows(lines) };
  });
}

/** Whether each line is a label, its value, and perhaps another pair: `Date: 2 March  Payable until: 6 March`. */
const areFields = (lines: readonly TableLine[]): boolean =>
  lines.length > 1 &&
  lines.every(
    ({ slots }) =>
      slots.length > 1 &&
      slots.length % 2 === 0 &&
      slots.every(({ words }, at) => /[:：]$/u.test(words.at(-1)?.text ?? '') === (at % 2 === 0)),
  );

const rowHeight = (rows: readonly { interval: Interval }[]): number =>
  rows.length > 0 ? median(rows.map(({ interval: { top, bottom } }) => bottom.y - top.y)) : Infinity;

/**
 * Whether lines above one with a number follow each other at the distance of rows, unlike lines of one cell: labels of
 * groups have no rule below them.
 */
function stepLikeRows(lines: readonly TableLine[], height: number): boolean {
  const amount = lines.at(-1)?.slots.at(-1);
  return (
    lines.length > 1 &&
    amount !== undefined &&
    isNumeric(amount.words) &&
    lines.slice(1).every(({ baseline, size }, i) => {
      const step = baseline - (lines[i]?.baseline ?? baseline);
      return step >= ROW_STEP_SHARE * height && step >= ROW_STEP_EM * size;
    })
  );
}

/** Whether no two lines have values of their own: numbers below each other belong to two rows. */
function isOneRow(lines: readonly TableLine[]): boolean {
  const numbers = lines.flatMap(({ slots }) => slots.filter(({ words }) => isNumeric(words)));
  return fullLines(lines) <= 1 && new Set(numbers.map(({ column }) => column)).size === numbers.length;
}

/** Whether the first line has the label and the numbers, and the lines below only the rest of the wrapped label. */
function isLedByNumbers([first, ...others]: readonly TableLine[]): boolean {
  const hasNumber = first?.slots.some(({ words }) => isNumeric(words)) === true;
  return hasNumber && first.slots.length > 1 && others.every(({ slots }) => slots.length === 1);
}

/** Returns column edges from the joints of the edges, if enough of them agree and no text crosses them; null otherwise. */
function jointEdges(band: Band, words: readonly Word[]): number[] | null {
  const edges = [...new Set(band.intervals.flatMap(interval => [interval.top, interval.bottom]))].filter(
    e => e.joints.length > 0,
  );
  const all = edges.flatMap(edge => clusterPositions(edge.joints, COLUMN_EDGE_PT));
  const inner = clusterPositions(all, COLUMN_EDGE_PT).filter(
    x => all.filter(joint => Math.abs(joint - x) <= COLUMN_EDGE_PT).length >= JOINT_SHARE * edges.length,
  );
  if (inner.length === 0) return null;
  const crossing = words.filter(word => inner.some(x => word.left < x - 2 && word.right > x + 2)).length;
  if (crossing > CROSSING_JOINTS_SHARE * words.length) return null;
  const xs = [band.left, ...inner, band.right];
  const columns = xs.length - 1;
  const filled = new Set(words.map(word => intervalOf(xs, middleX(word)))).size;
  return columns - filled > BLANK_COLUMNS_SHARE * columns ? null : xs;
}

/** Whether the joints separate only some of the columns: most lines leave white space between texts inside one of theirs. */
function arePartly(
  joints: readonly number[],
  fromText: readonly number[],
  lines: readonly Word[][],
): boolean {
  return joints.slice(1).some((right, i) => {
    const left = joints[i] ?? right;
    const inside = lines
      .map(line => line.filter(word => middleX(word) > left && middleX(word) < right))
      .filter(words => words.length > 0);
    const least = Math.max(PARTED_LINES, PARTED_LINES_SHARE * inside.length);
    return fromText.some(
      edge =>
        edge > left + COLUMN_EDGE_PT &&
        edge < right - COLUMN_EDGE_PT &&
        inside.filter(words => isParted(words, edge)).length >= least,
    );
  });
}

function isParted(words: readonly Word[], edge: number): boolean {
  const texts = segmentsOf(words, CELL_GAP_EM);
  return texts.some(({ right }) => right < edge) && texts.some(({ left }) => left > edge);
}

interface Columns {
  xs: number[];
  /** Lines of the head with one label for each column. */
  leaves: Map<Word[], readonly Segment[]>;
}

function textColumns(band: Band, lines: readonly Word[][]): Columns {
  const head = band.intervals.length > 1 ? (band.intervals[0]?.lines.length ?? 0) : 0;
  const gapsOf = (rows: readonly Segment[][]) => headedGaps(rows, head, band.right - band.left);
  const [open, close] = [CELL_GAP_EM, CELL_GAP_RULED_EM].map(gapEm =>
    lines.map(line => segmentsOf(line, gapEm)),
  ) as [Segment[][], Segment[][]];
  // A stricter cut includes the looser one's places; mostly there are no more.
  const cuts = open.every((row, at) => row.length === close[at]?.length) ? [open] : [open, close];
  const [best] = cuts.map(gapsOf).sort((a, b) => b.gaps.length - a.gaps.length);
  const all = edgesFromGaps(band.left, band.right, best?.gaps ?? []);
  const xs = beforeSigns(withoutSignColumns(joinComplements(all, lines), lines), lines);
  // Where columns were joined, the labels no longer belong to one column each.
  const leaves = xs.length === all.length ? [...(best?.leaves ?? [])] : [];
  return {
    xs,
    leaves: new Map(leaves.flatMap(([i, labels]) => (lines[i] ? [[lines[i], labels] as const] : []))),
  };
}
