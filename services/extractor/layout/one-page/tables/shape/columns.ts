/** Finds columns by text alone: strips that stay white in all rows. */

import { median, middleX } from '../../../page/geometry.ts';
import { ALIGNED_SIDE_PT, alignedGaps } from './aligned-gaps.ts';
import { intervalOf } from './draft.ts';
import { COLUMN_GAP_EM, type Gap, uncovered } from './gaps.ts';
import { isNumeric, isNumericWord } from './values.ts';
import type { Word } from './words.ts';

/** Two numbers this far apart are two cells: the space inside a number or a date is narrower. */
const NUMBER_GAP_EM = 0.45;
/** Largest share of rows that may cross a strip between columns: headings inside the table, overlong values. */
const COLUMN_GAP_OUTLIER_SHARE = 0.08;
/** Two columns of which no row fills both are one if at least this share of rows fills one of them. */
const COMPLEMENT_SHARE = 0.8;
/** A segment across this share of a table is a title or a note, not a cell of one column. */
export const WIDE_SEGMENT_SHARE = 0.6;

/** From this share of rows that fill all columns on, these rows alone show where the first ones are. */
const FULL_ROWS_SHARE = 0.5;

/** Words of one row so close that they are read as one text. */
export interface Segment {
  left: number;
  right: number;
  words: Word[];
}

/**
 * Divides a line of words (sorted from left to right) where the gap is wider than `gapEm`; a somewhat narrower gap
 * divides numbers.
 */
export function segmentsOf(line: readonly Word[], gapEm: number): Segment[] {
  const segments: Segment[] = [];
  for (const word of line) {
    const last = segments.at(-1);
    if (last && !isGap(last, word, gapEm)) {
      last.words.push(word);
      last.right = Math.max(last.right, word.right);
    } else segments.push({ left: word.left, right: word.right, words: [word] });
  }
  return segments;
}

function isGap({ right, words }: Segment, word: Word, gapEm: number): boolean {
  const previous = words.at(-1) ?? word;
  const width = (word.left - right) / Math.max(word.size, previous.size);
  if (width <= NUMBER_GAP_EM || width > gapEm) return width > gapEm;
  return isNumericWord(previous) && isNumericWord(word);
}

/**
 * Returns the strips that (nearly) all rows leave white. Rows of one segment show no columns unless all rows are such.
 * Segments across most of the width are titles and notes, except in a row that fills as many columns as any other, and
 * at least three.
 */
export function findGaps(rows: readonly (readonly Segment[])[], width: number): Gap[] {
  const speaking = rows.filter(row => row.length > 1);
  const segments: Segment[] = [];
  const most = speaking.reduce((count, row) => Math.max(count, row.length), 0);
  for (const row of withoutLongLabels(speaking))
    for (const segment of row)
      if ((row.length === most && most > 2) || segment.right - segment.left <= WIDE_SEGMENT_SHARE * width)
        segments.push(segment);
  const size = median(segments.flatMap(({ words }) => words.map(word => word.size)));
  const allowed = Math.floor(COLUMN_GAP_OUTLIER_SHARE * speaking.length);
  const gaps = uncovered(segments, allowed).filter(gap => gap.to - gap.from >= COLUMN_GAP_EM * size);
  const narrow = alignedGaps(
    speaking.map(row => row.flatMap(segment => segment.words)),
    size,
    gaps,
  );
  const single = rows.filter(row => row.length === 1).flat();
  return [...gaps, ...narrow].sort((a, b) => a.from - b.from).map(gap => shrink(gap, single, size));
}

/**
 * Removes labels of totals, which extend over the columns that their rows leave empty; most rows fill more columns and
 * show where these are.
 */
function withoutLongLabels(rows: readonly (readonly Segment[])[]): readonly (readonly Segment[])[] {
  const most = rows.reduce((count, row) => Math.max(count, row.length), 0);
  const full = rows.filter(row => row.length === most).length;
  if (full < FULL_ROWS_SHARE * rows.length) return rows;
  return rows.map(row => (row.length <= most - 2 ? row.slice(1) : row));
}

/**
 * Narrows a gap to what wrapped cells leave: a line of one text does not show where columns are, but shows how far its
 * column reaches.
 */
function shrink(gap: Gap, single: readonly Segment[], size: number): Gap {
  let { from, to } = gap;
  for (const { left, right } of single) {
    if (left < from && right > from && to - right >= COLUMN_GAP_EM * size) from = right;
    else if (right > to && left < to && left - from >= COLUMN_GAP_EM * size) to = left;
  }
  return { from, to };
}

/** Returns column edges from the outer sides and the gaps between. */
export function edgesFromGaps(left: number, right: number, gaps: readonly Gap[]): number[] {
  return [left, ...gaps.map(gap => (gap.from + gap.to) / 2), right];
}

/**
 * Joins two columns that are one, with a label over its left and values at its right: the text of one stands only in
 * the first row, where the other has none.
 */
export function joinComplements(edges: readonly number[], lines: readonly (readonly Word[])[]): number[] {
  const columns = edges.slice(1).map(() => new Map<number, Word[]>());
  lines.forEach((line, row) => {
    for (const word of line) {
      const column = columns[intervalOf(edges, middleX(word))];
      const words = column?.get(row);
      if (words) words.push(word);
      else column?.set(row, [word]);
    }
  });
  const kept = [edges[0] ?? 0];
  let open: Column = columns[0] ?? new Map();
  for (let column = 1; column < columns.length; column += 1) {
    const next: Column = columns[column] ?? new Map();
    if (areComplements(open, next, lines.length)) open = new Map([...open, ...next]);
    else {
      kept.push(edges[column] ?? 0);
      open = next;
    }
  }
  return [...kept, edges.at(-1) ?? 0];
}

/** The words of a column's cells, by row. */
type Column = ReadonlyMap<number, readonly Word[]>;

/**
 * Whether no row fills both columns, and either the label stands alone in the first row or nearly all rows fill one of
 * the two.
 */
function areComplements(a: Column, b: Column, rows: number): boolean {
  if (a.size + b.size < 3 || [...a.keys()].some(row => b.has(row))) return false;
  const label = a.size < b.size ? a : b;
  if (label.size === 1 && label.has(0)) return true;
  return a.size + b.size >= COMPLEMENT_SHARE * rows && !(areAmounts(a) && areAmounts(b));
}

/**
 * Whether a column has numbers with a common right edge. A row has an amount in only one of two such columns, such as
 * debits and credits.
 */
function areAmounts(column: Column): boolean {
  const cells = [...column.values()];
  const ends = cells.map(words => Math.max(...words.map(({ right }) => right)));
  const isFlush = Math.max(...ends) - Math.min(...ends) <= ALIGNED_SIDE_PT;
  return isFlush && cells.every(words => isNumeric(words) && words.some(({ text }) => /\d/.test(text)));
}
