/**
 * Finds the columns of tables with a head. Labels are placed differently from values: left-aligned over right-aligned
 * numbers, or across several columns. If there are as many labels as columns of the body, the body shows where they
 * are.
 */
import { cutAtSides, HEAD_BODY_ROWS, sidesOf } from './column-sides.ts';
import { findGaps, type Segment } from './columns.ts';
import type { Gap } from './gaps.ts';
import { type TableLine, toTableLine } from './table-lines.ts';

/** Least number of rows that show columns below a head that no line marks, … */
const GUESSED_BODY_ROWS = 3;
/** … and most lines of such a head. */
const GUESSED_HEAD_LINES = 3;

export interface HeadedGaps {
  gaps: Gap[];
  /** The labels of those lines of the head whose labels stand over one column each, in order. */
  leaves: ReadonlyMap<number, readonly Segment[]>;
}

/**
 * Returns the columns. `rows` are all rows divided into texts, of which the first `head` are labels; `whole` are the
 * strips that all rows leave white, `inner` those that all rows but the head do.
 */
export function headedGaps(
  rows: readonly (readonly Segment[])[],
  head: number,
  width: number,
  whole: Gap[] = findGaps(rows, width),
  inner: Gap[] | null = bodyGaps(rows, head, width),
): HeadedGaps {
  if (inner === null) return { gaps: whole, leaves: NONE };
  const sides = sidesOf(rows.slice(head), inner, width);
  const leaves = new Map<number, readonly Segment[]>();
  rows.slice(0, head).forEach((row, i) => {
    const labels = [row, cutAtSides(row, sides)].find(cut => isLeaf(cut, inner));
    if (labels) leaves.set(i, labels);
  });
  const more = whole.filter(gap => !inner.some(other => meet(gap, other)));
  if (whole.length === inner.length + more.length && more.some(gap => partsLabels(gap, rows.slice(0, head))))
    return { gaps: whole, leaves: NONE };
  const agrees = leaves.size > 0 && rows.slice(0, head).every(row => row.length <= inner.length + 1);
  if (agrees) return { gaps: inner, leaves };
  return { gaps: inner.length > whole.length ? inner : whole, leaves: NONE };
}

const meet = (one: Gap, other: Gap): boolean => one.from < other.to && one.to > other.from;

/**
 * Whether a gap divides labels that are as near as words and seem to be one, where they and the rows together show a
 * column that the rows alone do not.
 */
const partsLabels = ({ from, to }: Gap, head: readonly (readonly Segment[])[]): boolean =>
  head.some(row => row.some(({ left, right }) => left < from && right > to));

/** Returns the strips that the rows below the head leave white; null where too few rows show any. */
function bodyGaps(rows: readonly (readonly Segment[])[], head: number, width: number): Gap[] | null {
  const body = rows.slice(head);
  const isTelling = head > 0 && body.filter(row => row.length > 1).length >= HEAD_BODY_ROWS;
  return isTelling ? findGaps(body, width) : null;
}

const NONE: ReadonlyMap<number, readonly Segment[]> = new Map();

/** Whether a line has a label for each column, or for each but the first, and none stands entirely over other columns. */
function isLeaf(row: readonly Segment[], gaps: readonly Gap[]): boolean {
  if (
    gaps.length === 0 ||
    !row.every((label, i) => meetsColumn(label, i + gaps.length + 1 - row.length, gaps))
  )
    return false;
  if (row.length === gaps.length + 1) return true;
  const [first] = gaps;
  return (
    row.length === gaps.length && row.length > 1 && first !== undefined && (row[0]?.left ?? 0) >= first.from
  );
}

/**
 * Whether a label touches a column: labels begin and end elsewhere than values and may reach into the white space
 * beside their column.
 */
const meetsColumn = ({ left, right }: Segment, column: number, gaps: readonly Gap[]): boolean =>
  right > (gaps[column - 1]?.from ?? -Infinity) && left < (gaps[column]?.to ?? Infinity);

/**
 * Finds the columns where nothing drawn shows how many of the first rows are the head: the smallest number for which
 * labels and columns below agree, or for which there are more columns below than in all rows.
 */
export function guessedGaps(rows: readonly (readonly Segment[])[], width: number): HeadedGaps {
  const whole = findGaps(rows, width);
  for (let head = 1; head <= Math.min(GUESSED_HEAD_LINES, rows.length - GUESSED_BODY_ROWS); head += 1) {
    const inner = bodyGaps(rows, head, width);
    // With as many strips as without a head, nothing shows that there is one.
    if (inner === null || inner.length === whole.length) continue;
    const headed = headedGaps(rows, head, width, whole, inner);
    const { gaps, leaves } = headed;
    if (gaps.length > whole.length || leaves.size > 0) return headed;
  }
  return { gaps: whole, leaves: NONE };
}

/** A line whose labels stand over one column each, in order; the first column may have none. */
export function leafLine(labels: readonly Segment[], edges: readonly number[]): TableLine {
  const words = labels.flatMap(label => label.words);
  const first = edges.length - 1 - labels.length;
  const slots = labels.map((label, i) => ({ column: first + i, colspan: 1, words: label.words }));
  return { ...toTableLine(words, edges), slots };
}
