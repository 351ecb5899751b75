/**
 * Finds heads in a row of boxes, with rows without lines below, in groups that have titles of their own: hospital bills
 * and other printed reports.
 */

import { middleX } from '../../../page/geometry.ts';
import { assemble } from '../shape/assemble.ts';
import { type Candidate, textBox, wordsOf } from '../shape/candidate.ts';
import {
  columnsOf,
  type Draft,
  intervalOf,
  isFilled,
  regionOf,
  rowsBetween,
  rowsOf,
} from '../shape/draft.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { linesOf } from '../shape/text.ts';
import { isNumeric } from '../shape/values.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import type { Word } from '../shape/words.ts';

/** Fewer boxes may be fields of a form. */
const BOXES_LEAST = 4;
/** Least share of boxes with a label; a column may have none. */
const LABELLED_SHARE = 0.7;
/** Most texts of a line that may be a title: the title and a sum. */
const TITLE_TEXTS = 2;
/** Most lines between the head and the first rows, or between two groups: titles and their sums. */
const TITLES_MAX = 3;

/** Whether a grid of one row is such a head. */
export function isBoxedHead(draft: Draft): boolean {
  const labels = draft.cells.filter(isFilled);
  return (
    rowsOf(draft) === 1 &&
    columnsOf(draft) >= BOXES_LEAST &&
    labels.length >= LABELLED_SHARE * columnsOf(draft) &&
    !labels.some(({ words }) => isNumeric(words))
  );
}

/**
 * Joins the head with the tables directly below it whose texts stand under its labels; null where there is none. The
 * first of them may have taken the head for a row of its own columns. `rows` are in no table.
 */
export function underBoxedHead(
  head: Draft,
  candidates: readonly Candidate[],
  rows: readonly VisualRow[],
): { table: Candidate; parts: Set<Candidate> } | null {
  const { left, right, bottom } = regionOf(head);
  const labels = new Set(wordsOf(head));
  const body: TableLine[][] = [];
  const parts = new Set<Candidate>();
  let end = bottom;
  const bodies: { candidate: Candidate; own: Candidate }[] = [];
  for (const candidate of candidates) {
    const own = belowLabels(candidate, labels);
    if (own === null) return null;
    bodies.push({ candidate, own });
  }
  for (const { candidate, own } of bodies.toSorted((one, other) => topOf(one.own) - topOf(other.own))) {
    if (topOf(own) < bottom) continue;
    const lines = linesUnder(head, own);
    const titles = rows.filter(row => row.baseline > end && row.baseline < topOf(own));
    const areInside = titles.every(title => title.left >= left && title.right <= right);
    if (lines === null || titles.length > TITLES_MAX || !areInside) break;
    body.push(...titles.map(({ words }) => [toTableLine(words, head.xs)]), ...lines);
    parts.add(candidate);
    end = textBox(candidate.draft).bottom;
  }
  const [first] = parts;
  // A label would appear twice if another table keeps it.
  const isKept = bodies.some(({ candidate, own }) => own !== candidate && !parts.has(candidate));
  if (first === undefined || isKept) return null;
  for (const line of lastRows(head, end, rows)) {
    body.push([line]);
    end = line.bottom;
  }
  const line = toTableLine([...labels], head.xs);
  const draft = assemble({
    kind: first.draft.kind,
    xs: head.xs,
    head: [
      [
        {
          ...line,
          slots: head.cells.filter(isFilled).map(({ column, words }) => ({ column, colspan: 1, words })),
        },
      ],
    ],
    body,
    top: regionOf(head).top,
    bottom: end,
  });
  return { table: { draft, headRows: 1, score: first.score }, parts };
}

/** Returns the table from the row below the labels on; null where more than labels stands in those rows or above. */
function belowLabels(candidate: Candidate, labels: ReadonlySet<Word>): Candidate | null {
  const { draft, headRows } = candidate;
  const holding = draft.cells.filter(({ words }) => words.some(word => labels.has(word)));
  if (holding.length === 0) return candidate;
  const from = Math.max(...holding.map(({ row, rowspan }) => row + rowspan));
  if (draft.cells.some(({ row, words }) => row < from && !words.every(word => labels.has(word)))) return null;
  return {
    ...candidate,
    draft: rowsBetween(draft, from, rowsOf(draft)),
    headRows: Math.max(0, headRows - from),
  };
}

const topOf = ({ draft }: Candidate): number => textBox(draft).top;

/** Adds the last group where it has only one or two rows, too few for a table of its own. */
function lastRows({ xs }: Draft, end: number, rows: readonly VisualRow[]): TableLine[] {
  const taken: TableLine[] = [];
  let titles: TableLine[] = [];
  for (const { words, left, right, baseline } of rows) {
    if (baseline <= end) continue;
    if (left < (xs[0] ?? 0) || right > (xs.at(-1) ?? 0) || titles.length >= TITLES_MAX) break;
    const line = toTableLine(words, xs);
    titles.push(line);
    if (line.slots.length <= TITLE_TEXTS || line.slots.some(({ colspan }) => colspan > 1)) continue;
    taken.push(...titles);
    titles = [];
  }
  return taken;
}

/**
 * Returns the rows of a table without lines, assigned to the columns of the head; null where a row that is no title has
 * a text under two labels, or two texts under one.
 */
function linesUnder({ xs }: Draft, { draft, headRows }: Candidate): TableLine[][] | null {
  if (draft.kind === 'ruled' || headRows > 0) return null;
  const byRow = Map.groupBy(draft.cells.filter(isFilled), ({ row }) => row);
  const areUnder = [...byRow.values()].every(cells => {
    if (cells.length <= TITLE_TEXTS) return true;
    const columns = cells.map(({ words }) => new Set(words.map(word => intervalOf(xs, middleX(word)))));
    return (
      columns.every(({ size }) => size === 1) &&
      new Set(columns.flatMap(own => [...own])).size === cells.length
    );
  });
  if (!areUnder || ![...byRow.values()].some(({ length }) => length > TITLE_TEXTS)) return null;
  return [...byRow.values()].map(cells =>
    linesOf(cells.flatMap(({ words }) => words)).map(line => toTableLine(line, xs)),
  );
}
