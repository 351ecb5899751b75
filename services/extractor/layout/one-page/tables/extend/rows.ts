/** Adds rows above and below a table that keep its columns, where no line closes the table on that side. */

import type { Rule } from '../../../page/content.ts';
import { around, median, middleX } from '../../../page/geometry.ts';
import { assemble } from '../shape/assemble.ts';
import type { Candidate } from '../shape/candidate.ts';
import { cellsBelow, columnsOf, type Draft, intervalOf, regionOf, rowsOf } from '../shape/draft.ts';
import { HEAD_LINES, TIGHT_HEAD_PT } from '../shape/head.ts';
import { areValues, mergeRows } from '../shape/row-merge.ts';
import {
  BORDER_SHARE,
  COLUMN_EDGE_PT,
  CROSSING_SLACK_PT,
  coverage,
  type PageRules,
  ROW_EDGE_PT,
  rulesBetween,
} from '../shape/rules.ts';
import { sameExtent } from '../shape/strips.ts';
import { isBoldLine, type TableLine, toTableLine } from '../shape/table-lines.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { hasBoldHead } from '../weigh/cells.ts';
import { cutRest, levelRows } from './cut-row.ts';
import { distantHead } from './distant-head.ts';
import {
  type Direction,
  isLabel,
  LABELS_LEAST,
  neighbours,
  pitchWithinRuled,
  placesIn,
  rowPitches,
} from './neighbours.ts';
import { withRaisedLabel } from './raised-label.ts';
import { wrappedHead } from './wrapped-head.ts';

/** From this share of rows separated by rules on, the last rule of a table may be one of these … */
const PARTED_SHARE = 0.7;
/** … or from this many of the last rows on, below other rows: items of a bill under addresses. */
const PARTED_END = 3;
/** From this many columns on, one may have no label: symbols between two others. */
const COLUMNS_OF_MANY = 6;
/** At least this many labels need no other evidence than where they begin, … */
const ALIGNED_LABELS_LEAST = 4;
/** … if they label at least this share of the columns. */
const ALIGNED_LABELS_SHARE = 0.6;
/** Least number of rows below a head without lines between its labels. */
const HEADED_ROWS_LEAST = 3;
/** Greatest height of a head of two lines with space around it, between its rules. */
const HEAD_HEIGHT_EM = 5;
/** Least height in points of a row of small print. */
const ROW_HEIGHT_PT = 8;
/** Height of capitals: anything above is no part of a line. */
const CAPITALS_EM = 0.7;

/**
 * Returns the table with such rows. `rows` are the visual rows in no table, from top to bottom; `rules` tell where
 * lines close the table.
 */
export function extendTable(candidate: Candidate, rows: readonly VisualRow[], rules: PageRules): Candidate {
  const { horizontal, vertical } = rules;
  const { draft } = candidate;
  const end = draft.ys.at(-1) ?? 0;
  // Where a rule separates each row from the next, the outermost rule may be such a rule, too.
  const reach = (y: number) => {
    if (!isClosed(horizontal, draft, y) || (y === end && underlinesValues(horizontal, draft)))
      return Infinity;
    const isOpen =
      draft.kind !== 'ruled' || !isBoxed(vertical, draft, y) || sidesRunOn(rules, draft, y === end);
    return isOpen && isParted(horizontal, draft, y === end) ? 1 : 0;
  };
  const limit = reach(end);
  const below = neighbours(draft, limit === 1 ? levelRows(rows, draft) : rows, 'below', limit);
  const reachAbove = reach(draft.ys[0] ?? 0);
  const near = rowsAbove(draft, rows, reachAbove);
  const ruled = headBetweenRules(draft, rows, horizontal);
  const mayWrap = near.length === 0 && reachAbove > 0 && !hasBoldHead(draft);
  const head = ruled.length > near.length ? ruled : mayWrap ? wrappedHead(draft, rows) : [];
  const isBare = head.length + near.length === 0 && !hasBoldHead(draft);
  const rest = isBare && reachAbove === 1 ? cutRest(draft, rows) : [];
  const distant = isBare && rest.length === 0 ? distantHead(draft, rows) : [];
  const [above = [], toRows] = (
    [
      [head, asOne],
      [rest, asOne],
      [distant, eachAlone],
    ] as const
  ).find(([lines]) => lines.length > 0) ?? [near, mergedLines];
  if (below.length + above.length === 0) {
    const whole = withRaisedLabel(draft, rows);
    return whole === draft ? candidate : { ...candidate, draft: whole };
  }
  const lengthened = withRows(draft, below, 'below', limit === 1 ? nearLines : mergedLines);
  const extended = withRaisedLabel(withRows(lengthened, above, 'above', toRows), rows);
  const headRows = hasBoldHead(draft)
    ? candidate.headRows + rowsOf(extended) - rowsOf(lengthened)
    : Number(hasBoldHead(extended));
  return {
    ...candidate,
    draft: extended,
    headRows: above.length > 0 ? headRows : candidate.headRows,
  };
}

/**
 * Returns the rows above that belong to the table. Above a rule, and above a head, these are only bold labels, one for
 * each column in the first line; labels of rows may have none over them.
 */
function rowsAbove(draft: Draft, rows: readonly VisualRow[], reach: number): TableLine[] {
  const limit = hasBoldHead(draft) ? 0 : reach;
  const lines = neighbours(draft, rows, 'above', Math.max(limit, HEAD_LINES));
  const isHead = ({ slots: [first, ...others] }: TableLine) => {
    const labels = first ? others.length + 1 + Number(first.column === 1) : 0;
    const unlabelled = columnsOf(draft) >= COLUMNS_OF_MANY ? 1 : 0;
    return labels >= Math.max(LABELS_LEAST, columnsOf(draft) - unlabelled);
  };
  if (limit === Infinity) return fromHead(lines, isHead);
  // The first row may stand above the line that separates it from the second.
  const over = lines.slice(0, lines.length - limit);
  const areLabels = (some: readonly TableLine[]) =>
    some.every(({ slots }) =>
      isLabel(
        draft,
        slots.flatMap(({ words }) => words),
      ),
    );
  const first = over.findIndex(
    (line, at) =>
      (isHead(line) && areLabels(over.slice(at))) ||
      over.slice(at).every(other => beginsColumns(draft, other)),
  );
  return first < 0 ? neighbours(draft, rows, 'above', limit) : lines.slice(first);
}

/** Whether there are several labels, over most columns, that each begin where the texts of their column do. */
function beginsColumns(draft: Draft, { slots }: TableLine): boolean {
  if (slots.length < Math.max(ALIGNED_LABELS_LEAST, ALIGNED_LABELS_SHARE * columnsOf(draft))) return false;
  return slots.every(({ column, colspan, words }) => {
    const lefts = placesIn(draft, column).map(({ left }) => left);
    return colspan === 1 && lefts.length > 1 && Math.abs(around(words).left - median(lefts)) <= TIGHT_HEAD_PT;
  });
}

/** Keeps above a bold head only what is bold, too: a list may stand directly above it, at the same left edge. */
function fromHead(lines: TableLine[], isHead: (line: TableLine) => boolean): TableLine[] {
  const head = lines.findIndex(line => isHead(line) && isBoldLine(line));
  const above = lines.slice(0, Math.max(0, head)).findLastIndex(line => !isBoldLine(line));
  return lines.slice(above + 1);
}

/** Groups the lines below the last rule: one row, whatever its lines contain, and sums that may follow it. */
function nearLines(lines: readonly TableLine[], draft: Draft): TableLine[][] {
  const within = pitchWithinRuled(draft);
  const rows: TableLine[][] = [];
  for (const line of lines) {
    const last = rows.at(-1)?.at(-1);
    const isNear = last !== undefined && line.baseline - last.baseline <= within && !areValues(last, line);
    if (isNear) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows;
}

const eachAlone = (lines: readonly TableLine[]): TableLine[][] => lines.map(line => [line]);

const asOne = (lines: readonly TableLine[]): TableLine[][] => [[...lines]];

const mergedLines = (lines: readonly TableLine[], draft: Draft): TableLine[][] =>
  mergeRows(lines, median(rowPitches(draft)));

function withRows(
  draft: Draft,
  lines: readonly TableLine[],
  direction: Direction,
  toRows = mergedLines,
): Draft {
  if (lines.length === 0) return draft;
  const { top, bottom } = regionOf(draft);
  const added = assemble({
    kind: draft.kind,
    xs: draft.xs,
    head: [],
    body: toRows(lines, draft),
    top: direction === 'below' ? bottom : Math.min(...lines.map(line => line.top)),
    bottom: direction === 'below' ? Math.max(...lines.map(line => line.bottom)) : top,
  });
  const [upper, lower] = direction === 'below' ? [draft, added] : [added, draft];
  return { ...draft, ys: [...upper.ys, ...lower.ys.slice(1)], cells: cellsBelow(upper, lower) };
}

function isClosed(horizontal: readonly Rule[], draft: Draft, y: number): boolean {
  return runsAcross(rulesBetween(horizontal, y - ROW_EDGE_PT, y + ROW_EDGE_PT), draft);
}

/** Whether the rule at the lower edge does not extend under the labels of rows: what follows is a sum, or the next row. */
function underlinesValues(horizontal: readonly Rule[], draft: Draft): boolean {
  const [, values = 0] = draft.xs;
  const end = draft.ys.at(-1) ?? 0;
  const rules = rulesBetween(horizontal, end - ROW_EDGE_PT, end + ROW_EDGE_PT);
  return columnsOf(draft) > 2 && rules.every(({ start }) => start >= values - COLUMN_EDGE_PT);
}

/**
 * Returns the lines between the upper edge of a table and a rule of the same width above it, from top to bottom, if
 * each column has a label there and each word has a column: a head above shaded cells.
 */
function headBetweenRules(
  draft: Draft,
  rows: readonly VisualRow[],
  horizontal: readonly Rule[],
): TableLine[] {
  if (horizontal.length === 0 || columnsOf(draft) < LABELS_LEAST || rowsOf(draft) < HEADED_ROWS_LEAST)
    return [];
  const region = regionOf(draft);
  const size = median(draft.cells.flatMap(({ words }) => words.map(word => word.size)));
  const rule = rulesBetween(horizontal, region.top - HEAD_HEIGHT_EM * size, region.top - size).findLast(
    ({ start, end }) => sameExtent(region, { left: start, right: end }),
  );
  if (!rule) return [];
  const lines = rows.filter(row => row.baseline > rule.position && row.baseline < region.top);
  const labelled = new Set<number>();
  for (const word of lines.flatMap(({ words }) => words)) {
    const column = intervalOf(draft.xs, middleX(word));
    const [left = 0, right = 0] = draft.xs.slice(column, column + 2);
    if (column < 0 || word.left < left - 1 || word.right > right + 1) return [];
    labelled.add(column);
  }
  return labelled.size < columnsOf(draft) - 1 ? [] : lines.map(row => byColumn(row, draft.xs));
}

function byColumn({ words }: VisualRow, xs: readonly number[]): TableLine {
  const columns = Map.groupBy(words, word => intervalOf(xs, middleX(word)));
  const slots = [...columns].map(([column, own]) => ({ column, colspan: 1, words: own }));
  return { ...toTableLine(words, xs), slots };
}

/** Whether lines between columns, or at the sides of the table, lead to its row at this edge. */
function isBoxed(vertical: readonly Rule[], draft: Draft, y: number): boolean {
  const { left, right } = regionOf(draft);
  return rulesBetween(vertical, left - COLUMN_EDGE_PT, right + COLUMN_EDGE_PT).some(
    ({ start, end }) => start < y + CROSSING_SLACK_PT && end > y - CROSSING_SLACK_PT,
  );
}

/**
 * Whether the page cuts a row: both sides extend beyond the outermost horizontal line and end together, and no other
 * line is between.
 */
function sidesRunOn({ horizontal, vertical }: PageRules, draft: Draft, isEnd: boolean): boolean {
  const { left, right, top, bottom } = regionOf(draft);
  const [one, other] = [left, right].map(x => {
    const side = rulesBetween(vertical, x - COLUMN_EDGE_PT, x + COLUMN_EDGE_PT);
    return isEnd
      ? Math.max(...side.filter(({ start }) => start <= bottom).map(rule => rule.end))
      : Math.min(...side.filter(({ end }) => end >= top).map(rule => rule.start));
  }) as [number, number];
  const [from, to] = isEnd ? [bottom, Math.min(one, other)] : [Math.max(one, other), top];
  if (to - from < ROW_HEIGHT_PT || Math.abs(one - other) > ROW_EDGE_PT) return false;
  return !rulesBetween(horizontal, from + ROW_EDGE_PT, to - ROW_EDGE_PT).some(
    ({ start, end }) => start < right && end > left,
  );
}

/** Whether a rule runs between most neighbouring rows, or between all of the last ones; no rule crosses a label of two rows. */
function isParted(horizontal: readonly Rule[], draft: Draft, isEnd: boolean): boolean {
  const boxes = rowBoxes(draft);
  const inner = draft.ys.slice(1, -1).map((_, i) => i);
  const spanned = inner.filter(i =>
    draft.cells.some(({ row, rowspan }) => row <= i && row + rowspan > i + 1),
  );
  const isRuled = (i: number) => {
    const [from, to] = [boxes[i]?.bottom ?? 0, boxes[i + 1]?.top ?? 0];
    return runsAcross(rulesBetween(horizontal, from - 1, to + 1), draft);
  };
  const parted = inner.filter(isRuled).length;
  const last = inner.slice(-PARTED_END);
  return (
    (parted > 0 && parted >= PARTED_SHARE * (inner.length - spanned.length)) ||
    (isEnd && last.length === PARTED_END && last.every(isRuled))
  );
}

function runsAcross(rules: readonly Rule[], draft: Draft): boolean {
  const { left, right } = regionOf(draft);
  return coverage(rules, left, right) > BORDER_SHARE;
}

/** Returns the top and bottom of each row's text. */
function rowBoxes(draft: Draft): { top: number; bottom: number }[] {
  const cells = Map.groupBy(
    draft.cells.filter(cell => cell.rowspan === 1),
    cell => cell.row,
  );
  return Array.from({ length: rowsOf(draft) }, (_, row) => {
    const words = (cells.get(row) ?? []).flatMap(cell => cell.words);
    return {
      top: Math.min(...words.map(word => word.baseline - word.size * CAPITALS_EM)),
      bottom: Math.max(...words.map(word => word.baseline)),
    };
  });
}
