/**
 * Joins the rows of tables drawn column after column: the parts of a row stand on one line, but the stream does not
 * connect them.
 */
import { meetAcross, type Sides } from '../../../page/geometry.ts';
import { segmentsOf } from './columns.ts';
import { CELL_GAP_EM, COLUMN_GAP_EM } from './gaps.ts';
import { ROW_PITCH_PADDED_EM } from './row-pitch.ts';
import type { VisualRow } from './visual-row.ts';
import type { Word } from './words.ts';

/** Baselines differ by at most this on one line, whatever operators drew it. */
export const SAME_LINE_EM = 0.05;
/** Fewer rows stand on the same lines by chance. */
const ROWS_LEAST = 3;
/** Two columns drawn one after the other may also be two texts side by side. */
const CELLS_LEAST = 3;
const VALUE_WORDS_MAX = 3;
/** A longer text is a line of prose. */
const LABEL_WORDS_MAX = 10;

/** The parts that stand on one line, from left to right. */
type Parts = readonly VisualRow[];

/**
 * Returns rows with their parts joined, where several consecutive lines have at most one text each and values (amounts,
 * dates) below values. Two texts on a line are two columns of text, or the rows of two tables.
 */
export function withColumnsTogether(rows: readonly VisualRow[]): VisualRow[][] {
  const lines = linesOf(rows);
  if (lines.length === rows.length) return rows.map(row => [row]);
  const together = new Set<Parts>();
  for (const stack of stacksOf(lines)) {
    for (const line of stack) together.add(line);
    const head = lines[lines.indexOf(stack[0] as VisualRow[]) - 1];
    if (head && isHead(head, stack)) together.add(head);
  }
  return lines.flatMap(line => (together.has(line) ? [line] : line.map(part => [part])));
}

/** Groups rows that share a baseline, from top to bottom. */
function linesOf(rows: readonly VisualRow[]): VisualRow[][] {
  const lines: VisualRow[][] = [];
  for (const row of rows) {
    const first = lines.at(-1)?.[0];
    if (first && row.baseline - first.baseline <= SAME_LINE_EM * first.size) lines.at(-1)?.push(row);
    else lines.push([row]);
  }
  return lines.map(parts => parts.sort((one, other) => one.left - other.left));
}

function isRow(parts: Parts): boolean {
  if (parts.length < 2 || !areApart(parts)) return false;
  const cells = parts.map(({ words }) => segmentsOf(words, CELL_GAP_EM));
  const texts = cells.filter(segments => !segments.every(({ words }) => isValue(words)));
  const isTerse = texts.flat().every(({ words }) => words.length <= LABEL_WORDS_MAX);
  // Two parts with several cells each are rows of two tables.
  const areOfOne = cells.filter(segments => segments.length > 1).length <= 1;
  return areOfOne && texts.length <= 1 && isTerse && cells.flat().length >= CELLS_LEAST;
}

function areApart(parts: Parts): boolean {
  return parts.every(({ left, size }, at) => {
    const before = parts[at - 1];
    return before === undefined || left - before.right >= COLUMN_GAP_EM * size;
  });
}

/** Whether words are an amount with its currency or sign, a date, or a code of digits. */
function isValue(words: readonly Word[]): boolean {
  const text = words.map(word => word.text).join('');
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return words.length <= VALUE_WORDS_MAX && digits > 0 && digits >= letters;
}

/** Returns runs of lines that are near each other, each with its values below those of the one before. */
function stacksOf(lines: readonly VisualRow[][]): VisualRow[][][] {
  const stacks: VisualRow[][][] = [];
  for (const line of lines) {
    if (!isRow(line)) continue;
    const last = stacks.at(-1)?.at(-1);
    if (last && isBelow(line, last)) stacks.at(-1)?.push(line);
    else stacks.push([line]);
  }
  return stacks.filter(stack => stack.length >= ROWS_LEAST);
}

function isBelow(lower: Parts, upper: Parts): boolean {
  const [one, other] = [lower[0] as VisualRow, upper[0] as VisualRow];
  if (one.baseline - other.baseline > ROW_PITCH_PADDED_EM * other.size) return false;
  const [fewer, more] = lower.length <= upper.length ? [lower, upper] : [upper, lower];
  return fewer.every(part => more.some(each => meetAcross(part, each)));
}

/** Whether a line is directly above, with each part over another column. */
function isHead(parts: Parts, stack: readonly Parts[]): boolean {
  const [first] = stack;
  if (!first || parts.length < 2 || !areApart(parts) || !isNear(parts, first)) return false;
  const columns = sidesOfColumns(stack);
  const over = parts.map(part => columns.filter(column => meetAcross(column, part)));
  return over.every(found => found.length === 1) && new Set(over.flat()).size === parts.length;
}

/** Returns the horizontal extents of the columns, from left to right. */
function sidesOfColumns(stack: readonly Parts[]): Sides[] {
  const cells = stack.flat().flatMap(({ words }) => segmentsOf(words, CELL_GAP_EM));
  const columns: Sides[] = [];
  for (const { left, right } of cells.sort((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function isNear(above: Parts, below: Parts): boolean {
  const [one, other] = [above[0] as VisualRow, below[0] as VisualRow];
  return other.baseline - one.baseline <= ROW_PITCH_PADDED_EM * Math.min(one.size, other.size);
}
