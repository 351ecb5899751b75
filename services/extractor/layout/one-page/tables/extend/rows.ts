/** Rows above and below a table that keep its columns, where no line closes the table on that side. */

import type { Rule } from '../../../page/content.ts';
import { median } from '../../../page/geometry.ts';
import { assemble } from '../shape/assemble.ts';
import type { Candidate } from '../shape/candidate.ts';
import { cellsBelow, columnsOf, type Draft, regionOf, rowsOf } from '../shape/draft.ts';
import { HEAD_LINES } from '../shape/head.ts';
import { areValues, mergeRows } from '../shape/row-merge.ts';
import { BORDER_SHARE, coverage, ROW_EDGE_PT, rulesBetween } from '../shape/rules.ts';
import type { TableLine } from '../shape/table-lines.ts';
import type { VisualRow } from '../shape/visual-rows.ts';
import { areBold } from '../shape/words.ts';
import { hasBoldHead } from '../weigh/cells.ts';
import { type Direction, isLabel, LABELS_LEAST, neighbours, pitchWithin, rowPitches } from './neighbours.ts';
import { wrappedHead } from './wrapped-head.ts';

/** Share of the rows of a table that rules part, from which its last rule may be one of them. */
const PARTED_SHARE = 0.7;
/** Height of capitals: what stands above is no part of a line. */
const CAPITALS_EM = 0.7;

/** `rows` are the visual rows in no table, from top to bottom; of `horizontal` rules those that close it count. */
export function extendTable(
  candidate: Candidate,
  rows: readonly VisualRow[],
  horizontal: readonly Rule[],
): Candidate {
  const { draft } = candidate;
  // Where a rule parts each row from the next, the outermost one may be such a rule too.
  const reach = (y: number) => {
    if (!isClosed(horizontal, draft, y)) return Infinity;
    return draft.kind !== 'ruled' && isParted(horizontal, draft) ? 1 : 0;
  };
  const limit = reach(draft.ys.at(-1) ?? 0);
  const below = neighbours(draft, rows, 'below', limit);
  const reachAbove = reach(draft.ys[0] ?? 0);
  const near = rowsAbove(draft, rows, reachAbove);
  const wrapped = near.length === 0 && reachAbove > 0 && !hasBoldHead(draft) ? wrappedHead(draft, rows) : [];
  const above = [...near, ...wrapped];
  if (below.length + above.length === 0) return candidate;
  const lengthened = withRows(draft, below, 'below', limit === 1 ? nearLines : mergedLines);
  const extended = withRows(lengthened, above, 'above', wrapped.length > 0 ? asOne : mergedLines);
  const head = hasBoldHead(draft)
    ? candidate.headRows + rowsOf(extended) - rowsOf(lengthened)
    : Number(hasBoldHead(extended));
  return {
    ...candidate,
    draft: extended,
    headRows: above.length > 0 ? head : candidate.headRows,
  };
}

/**
 * Over a rule, and over a head, only bold labels still belong to the table, one for each column in the first line; over
 * labels of rows there may be none.
 */
function rowsAbove(draft: Draft, rows: readonly VisualRow[], reach: number): TableLine[] {
  const limit = hasBoldHead(draft) ? 0 : reach;
  const lines = neighbours(draft, rows, 'above', Math.max(limit, HEAD_LINES));
  const isHead = ({ slots: [first, ...others] }: TableLine) => {
    const labels = first ? others.length + 1 + Number(first.column === 1) : 0;
    return labels >= Math.max(LABELS_LEAST, columnsOf(draft));
  };
  if (limit === Infinity) return fromHead(lines, isHead);
  // The first row may stand above the line that parts it from the second.
  const over = lines.slice(0, lines.length - limit);
  const areLabels = (some: readonly TableLine[]) =>
    some.every(({ slots }) =>
      isLabel(
        draft,
        slots.flatMap(({ words }) => words),
      ),
    );
  const first = over.findIndex((line, at) => isHead(line) && areLabels(over.slice(at)));
  return first < 0 ? neighbours(draft, rows, 'above', limit) : lines.slice(first);
}

/** Over a bold head only what is bold, too, belongs to the table: a list may stand right above it, at the same left edge. */
function fromHead(lines: TableLine[], isHead: (line: TableLine) => boolean): TableLine[] {
  const isBold = ({ slots }: TableLine) => areBold(slots.flatMap(({ words }) => words));
  const head = lines.findIndex(line => isHead(line) && isBold(line));
  const above = lines.slice(0, Math.max(0, head)).findLastIndex(line => !isBold(line));
  return lines.slice(above + 1);
}

/** Below the last of the rules that part rows there is one row, whatever its lines hold, and sums may follow. */
function nearLines(lines: readonly TableLine[], draft: Draft): TableLine[][] {
  const within = pitchWithin(draft);
  const rows: TableLine[][] = [];
  for (const line of lines) {
    const last = rows.at(-1)?.at(-1);
    const isNear = last !== undefined && line.baseline - last.baseline <= within && !areValues(last, line);
    if (isNear) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows;
}

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

/** Whether a rule runs between most neighbouring rows; through a label of two rows none does. */
function isParted(horizontal: readonly Rule[], draft: Draft): boolean {
  const inner = draft.ys.slice(1, -1).map((_, i) => i);
  const boxes = rowBoxes(draft);
  const parted = inner.filter(i => {
    const [from, to] = [boxes[i]?.bottom ?? 0, boxes[i + 1]?.top ?? 0];
    return runsAcross(rulesBetween(horizontal, from - 1, to + 1), draft);
  });
  const spanned = inner.filter(i =>
    draft.cells.some(({ row, rowspan }) => row <= i && row + rowspan > i + 1),
  );
  return parted.length > 0 && parted.length >= PARTED_SHARE * (inner.length - spanned.length);
}

function runsAcross(rules: readonly Rule[], draft: Draft): boolean {
  const { left, right } = regionOf(draft);
  return coverage(rules, left, right) > BORDER_SHARE;
}

/** Where the text of each row begins and ends. */
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
