/** Finds spans that nothing drawn shows: labels centred over groups of columns, and beside groups of rows. */

import { around, median } from '../../../page/geometry.ts';
import { columnsOf, type Draft, type DraftCell, isFilled, rowsOf } from './draft.ts';
import { type Extent, type Group, tiledGroups } from './tiling.ts';
import { isNumeric } from './values.ts';
import type { Word } from './words.ts';

/** Labels are centred over columns, and beside rows, within these tolerances. */
const GROUP_COLUMN_EM = 0.6;
const GROUP_ROW_EM = 0.25;

export function spanGroupLabels(draft: Draft): Draft {
  return spanRowLabels(spanColumnLabels(draft));
}

/** Extends labels of the first row over groups of the second row's. */
function spanColumnLabels(draft: Draft): Draft {
  const [upper, lower] = [rowCells(draft, 0), rowCells(draft, 1)];
  if (rowsOf(draft) < 3 || ![...upper, ...lower].every(isUnit) || lower.some(isValue)) return draft;
  const labels = upper.filter(cell => isFilled(cell) && holdsText(lower[cell.column]));
  const spare = upper.filter(cell => isFilled(cell) && !holdsText(lower[cell.column]));
  const first = Math.max(lower.find(isFilled)?.column ?? 0, ...spare.map(cell => cell.column + 1));
  const over = labels.filter(cell => cell.column >= first);
  if (over.length < 2 || lower.slice(first).some(cell => !isFilled(cell))) return draft;
  const columns = Array.from({ length: columnsOf(draft) }, (_, column) => columnExtent(draft, column));
  const starts = columns.flatMap((_, column) =>
    column >= first && column <= (over[0]?.column ?? 0) ? [column] : [],
  );
  const groups = tiledGroups(over.map(extentAcross), columns, starts, GROUP_COLUMN_EM * sizeOf(draft));
  return groups ? withHead(draft, upper, over, groups) : draft;
}

/** Extends labels over their groups. A label beside them that has one row extends over both. */
function withHead(
  draft: Draft,
  upper: readonly DraftCell[],
  labels: readonly DraftCell[],
  groups: readonly Group[],
): Draft {
  const first = groups[0]?.first ?? 0;
  const spans = labels.map((label, i): DraftCell => {
    const { first: column, last } = groups[i] ?? { first: label.column, last: label.column };
    return { ...label, column, colspan: last - column + 1 };
  });
  const sides = upper.slice(0, first).map(
    (cell): DraftCell => ({
      ...cell,
      rowspan: 2,
      words: [
        ...cell.words,
        ...(draft.cells.find(other => other.row === 1 && other.column === cell.column)?.words ?? []),
      ],
    }),
  );
  const rest = draft.cells.filter(cell => cell.row > 1 || (cell.row === 1 && cell.column >= first));
  return { ...draft, cells: [...sides, ...spans, ...rest] };
}

/** Extends labels of the first column centred beside the rows they stand for, and texts that stand beside all of these. */
function spanRowLabels(draft: Draft): Draft {
  const head = Math.max(1, ...rowCells(draft, 0).map(cell => cell.rowspan));
  const labels = draft.cells.filter(cell => cell.row >= head && cell.column === 0 && isFilled(cell));
  if (labels.length < 2 || labels.some(cell => !isUnit(cell)) || beginLikeFirst(draft, labels)) return draft;
  const columns = labelColumns(draft, head, labels);
  const values = draft.cells.filter(cell => cell.row >= head && !columns.has(cell.column) && isFilled(cell));
  const byRow = Map.groupBy(values, cell => cell.row);
  const rows = [...byRow.keys()].sort((a, b) => a - b);
  if (labels.length >= rows.length) return draft;
  const slack = GROUP_ROW_EM * sizeOf(draft);
  const places = labels.map(cell => extentDown(cell.words));
  const extents = rows.map(row => extentDown((byRow.get(row) ?? []).flatMap(cell => cell.words)));
  if (mayBeginRows(places, extents, slack)) return draft;
  const groups = tiledGroups(places, extents, [0], slack);
  return groups
    ? withSpans(draft, head, rows, spansOf(draft, head, labels, columns, groups), columns)
    : draft;
}

/** Least number of equal steps; two groups may stand like this by chance. */
const EQUAL_STEPS_MIN = 3;

/**
 * Whether labels follow that of the first row at equal steps: then it is no head, and each label stands at the top of
 * its rows.
 */
function beginLikeFirst(draft: Draft, labels: readonly DraftCell[]): boolean {
  const [first] = rowCells(draft, 0);
  const step = labels[0]?.row ?? 0;
  const isBeside = ({ row }: DraftCell) =>
    rowCells(draft, row).some(cell => cell.column > 0 && isFilled(cell));
  return (
    first?.column === 0 &&
    isFilled(first) &&
    step > 1 &&
    labels.length >= EQUAL_STEPS_MIN &&
    labels.every((label, at) => label.row === (at + 1) * step && isBeside(label))
  );
}

/** Returns the first column, and those with a text in each of its rows and in no other. */
function labelColumns(draft: Draft, head: number, labels: readonly DraftCell[]): Set<number> {
  const labelled = new Set(labels.map(cell => cell.row));
  const below = draft.cells.filter(cell => cell.row >= head && isFilled(cell));
  const columns = Array.from({ length: columnsOf(draft) }, (_, column) => column);
  const beside = columns.filter(column => {
    const texts = below.filter(cell => cell.column <= column && cell.column + cell.colspan > column);
    return texts.length === labelled.size && texts.every(cell => isUnit(cell) && labelled.has(cell.row));
  });
  return new Set(beside.length < columns.length ? [0, ...beside] : [0]);
}

function spansOf(
  draft: Draft,
  head: number,
  labels: readonly DraftCell[],
  columns: ReadonlySet<number>,
  groups: readonly Group[],
): DraftCell[] {
  const groupOf = new Map(labels.map((label, i) => [label.row, groups[i]]));
  return draft.cells.flatMap((cell): DraftCell[] => {
    const group = columns.has(cell.column) && isFilled(cell) ? groupOf.get(cell.row) : undefined;
    return group ? [{ ...cell, row: head + group.first, rowspan: group.last - group.first + 1 }] : [];
  });
}

/** Returns only the rows of the values, with the labels beside them. */
function withSpans(
  draft: Draft,
  head: number,
  rows: readonly number[],
  spans: readonly DraftCell[],
  columns: ReadonlySet<number>,
): Draft {
  const kept = [...Array(head).keys(), ...rows];
  const place = new Map(kept.map((row, i) => [row, i]));
  const others = draft.cells
    .filter(cell => cell.row < head || !columns.has(cell.column))
    .flatMap(cell => (place.has(cell.row) ? [{ ...cell, row: place.get(cell.row) ?? 0 }] : []));
  const ys = [...kept.map(row => draft.ys[row] ?? 0), draft.ys.at(-1) ?? 0];
  return { ...draft, ys, cells: [...others, ...spans] };
}

/** Whether all labels stand on rows, from the first row on: then each may also be at the top of the rows it stands for. */
function mayBeginRows(labels: readonly Extent[], rows: readonly Extent[], slack: number): boolean {
  const isOn = (label: Extent, row: Extent | undefined) =>
    row !== undefined && Math.abs(label.from - row.from) <= slack;
  return (
    labels.every(label => rows.some(row => isOn(label, row))) &&
    labels[0] !== undefined &&
    isOn(labels[0], rows[0])
  );
}

const rowCells = ({ cells }: Draft, row: number): DraftCell[] =>
  cells.filter(cell => cell.row === row).sort((a, b) => a.column - b.column);

const holdsText = (cell: DraftCell | undefined): boolean => cell !== undefined && isFilled(cell);
const isUnit = ({ rowspan, colspan }: DraftCell): boolean => rowspan === 1 && colspan === 1;
const isValue = (cell: DraftCell): boolean => isNumeric(cell.words) && !isYear(cell);
const isYear = ({ words }: DraftCell): boolean => /^(?:19|20)\d\d$/.test(words[0]?.text ?? '');
const sizeOf = ({ cells }: Draft): number => median(cells.flatMap(cell => cell.words.map(word => word.size)));

function extentAcross({ words }: { words: readonly Word[] }): Extent {
  const { left, right } = around(words);
  return { from: left, to: right };
}

function extentDown(words: readonly Word[]): Extent {
  const baselines = words.map(word => word.baseline);
  return { from: Math.min(...baselines), to: Math.max(...baselines) };
}

/** Returns the horizontal extent of the column's texts below the first row. */
function columnExtent({ cells }: Draft, column: number): Extent {
  return extentAcross({
    words: cells
      .filter(cell => cell.row > 0 && cell.column === column && cell.colspan === 1)
      .flatMap(cell => cell.words),
  });
}
