/**
 * Finds the visual rows of a page: words on one baseline that belong together, also by the order of the content stream.
 * A table's row is drawn cell after cell, while the text column beside it is drawn elsewhere, so words on one baseline
 * are one row where what was drawn between them stays near that baseline.
 */
import { median, sidesOf } from '../../../page/geometry.ts';
import { Groups } from '../../../page/groups.ts';
import { segmentsOf } from './columns.ts';
import { SAME_LINE_EM, withColumnsTogether } from './columns-apart.ts';
import { CELL_GAP_EM, COLUMN_GAP_EM } from './gaps.ts';
import { sortFromLeft } from './text.ts';
import type { VisualRow } from './visual-row.ts';
import type { Word } from './words.ts';

/** Pieces of one row have baselines this close. */
const SAME_BASELINE_EM = 0.4;
/** Between two cells of a row the stream stays this near to the row: wrapped cells of up to six lines. */
const STREAM_WINDOW_EM = 8;
/** What stands in a gap of at least this many rows is a column of them. */
const LATE_ROWS_LEAST = 3;
/** Number of pieces of text after a piece among which the rest of its row is searched; rows have a few dozen cells. */
export const ROW_PIECES_CEILING = 300;
/** Footnote marks, superscripts and subscripts are at most this share of the text's size. */
export const SCRIPT_SIZE_SHARE = 0.75;
/** Average number of characters of marks and of superscripts in formulas; words of running text have more. */
const MARK_LENGTH_MAX = 1.7;

/** Whether a row consists only of footnote marks, superscripts or subscripts, which stand above or below their line. */
export function isMark({ words, size }: Pick<VisualRow, 'words' | 'size'>, textSize: number): boolean {
  const characters = words.reduce((sum, word) => sum + word.text.length, 0);
  return size < SCRIPT_SIZE_SHARE * textSize && characters < MARK_LENGTH_MAX * words.length;
}

/** Returns the rows from top to bottom. `words` come in stream order. */
export function visualRows(words: readonly Word[]): readonly VisualRow[] {
  const fragments = fragmentsOf(words.filter(word => word.upright));
  const groups = new Groups(fragments.length);
  // Counted on demand: few fragments share their line with others.
  const counts: number[] = [];
  const cellsAt = (at: number): number => {
    counts[at] ??= segmentsOf(fragments[at] ?? [], CELL_GAP_EM).length;
    return counts[at];
  };
  for (const pair of pairsOnBaselines(fragments))
    if (!areOfTwo(pair, fragments, cellsAt)) groups.join(pair.to, pair.from);
  const rows = groups
    .members()
    .map(group => toRow(wordsOf(group, fragments)))
    .sort((a, b) => a.baseline - b.baseline);
  return withColumnsTogether(withLateColumn(rows)).map(parts =>
    parts.length === 1 ? (parts[0] as VisualRow) : toRow(parts.flatMap(({ words }) => words)),
  );
}

/**
 * Joins to rows what stands in a gap of theirs on the same line and was drawn elsewhere: spreadsheets draw centred
 * cells after all others. It must be so in several rows, because one may be chance.
 */
function withLateColumn(rows: readonly VisualRow[]): readonly VisualRow[] {
  const hosts = new Map<VisualRow, VisualRow>();
  rows.forEach((row, i) => {
    for (let at = i + 1; at < rows.length; at += 1) {
      const other = rows[at] as VisualRow;
      if (other.baseline - row.baseline > SAME_LINE_EM * row.size) return;
      if (standsInGap(other, row)) hosts.set(other, row);
      else if (standsInGap(row, other)) hosts.set(row, other);
    }
  });
  if (new Set(hosts.values()).size < LATE_ROWS_LEAST) return rows;
  const outermost = (row: VisualRow): VisualRow => {
    const host = hosts.get(row);
    return host ? outermost(host) : row;
  };
  const late = Map.groupBy(hosts.keys(), outermost);
  return rows.flatMap(row => {
    if (hosts.has(row)) return [];
    const own = late.get(row);
    return own ? toRow([row, ...own].flatMap(({ words }) => words)) : row;
  });
}

function standsInGap(row: VisualRow, host: VisualRow): boolean {
  if (row.left < host.left || row.right > host.right) return false;
  const room = COLUMN_GAP_EM * host.size;
  return host.words.every(({ left, right }) => right + room <= row.left || left >= row.right + room);
}

/** Groups words that are neighbours in the stream and continue to the right on one baseline. */
function fragmentsOf(words: readonly Word[]): Word[][] {
  const fragments: Word[][] = [];
  for (const word of words) {
    const last = fragments.at(-1)?.at(-1);
    const goesOn = last && onBaseline(last, word) && word.left >= last.right - last.size;
    if (goesOn) fragments.at(-1)?.push(word);
    else fragments.push([word]);
  }
  return fragments;
}

function onBaseline(a: Word, b: Word): boolean {
  return Math.abs(a.baseline - b.baseline) <= SAME_BASELINE_EM * Math.max(a.size, b.size);
}

/** Indexes of two fragments on one baseline, in stream order. */
interface Pair {
  from: number;
  to: number;
}

/** Pairs each fragment with later ones on its baseline, as long as the stream stays near. */
function pairsOnBaselines(fragments: readonly Word[][]): Pair[] {
  const pairs: Pair[] = [];
  fragments.forEach((fragment, from) => {
    const [first] = fragment;
    if (!first) return;
    const window = STREAM_WINDOW_EM * first.size;
    const end = Math.min(fragments.length, from + ROW_PIECES_CEILING);
    for (let to = from + 1; to < end; to += 1) {
      const other = fragments[to]?.[0];
      if (!other || Math.abs(other.baseline - first.baseline) > window) return;
      if (onBaseline(first, other)) pairs.push({ from, to });
    }
  });
  return pairs;
}

/**
 * Whether two fragments are rows of two tables side by side: each has several cells drawn one after the other, and what
 * was drawn between them are other rows, which leave a strip between the two white. A wrapped cell is drawn line by
 * line, too, but is alone in each line.
 */
function areOfTwo(
  { from, to }: Pair,
  fragments: readonly Word[][],
  cellsAt: (at: number) => number,
): boolean {
  const first = fragments[from]?.[0];
  if (!first || cellsAt(from) < 2 || cellsAt(to) < 2) return false;
  const room = roomOf({ from, to }, fragments);
  let others = 0;
  for (let at = from + 1; at < to; at += 1) {
    const between = fragments[at] ?? [];
    const { left, right } = sidesOf(between);
    if (left - room.from > room.to - right) room.to = Math.min(room.to, left);
    else room.from = Math.max(room.from, right);
    if (between[0] && !onBaseline(first, between[0]) && cellsAt(at) > 1) others += 1;
  }
  return room.to - room.from >= COLUMN_GAP_EM * first.size && others > 0;
}

function roomOf({ from, to }: Pair, fragments: readonly Word[][]): { from: number; to: number } {
  const [left, right] = [from, to]
    .map(at => sidesOf(fragments[at] ?? []))
    .sort((one, other) => one.left - other.left);
  return { from: left?.right ?? 0, to: right?.left ?? 0 };
}

/** Most rows are drawn in one go and need no joining. */
function wordsOf(group: readonly number[], fragments: readonly Word[][]): Word[] {
  const [first = -1] = group;
  return group.length === 1 ? (fragments[first] ?? []) : group.flatMap(at => fragments[at] ?? []);
}

/** Makes a row of words. Sorts `words` in place. */
export function toRow(words: Word[]): VisualRow {
  sortFromLeft(words);
  const { left, right } = sidesOf(words);
  const largest = words.reduce((best, word) => (word.size > best.size ? word : best), words[0] as Word);
  return {
    baseline: largest.baseline,
    size: median(words.map(word => word.size)),
    left,
    right,
    words,
  };
}
