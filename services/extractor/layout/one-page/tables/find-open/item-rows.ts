/**
 * Finds items of invoices without lines: below bold labels, each item is one row of numbers with its description below
 * in lines of any length, and the next item is as far off as the description needs.
 */

import { around, meetAcross, type Sides } from '../../../page/geometry.ts';
import { assemble } from '../shape/assemble.ts';
import type { Segment } from '../shape/columns.ts';
import type { Draft } from '../shape/draft.ts';
import { LARGER_SIZE } from '../shape/prose.ts';
import { withNotesApart } from '../shape/row-notes.ts';
import { ROW_PITCH_PADDED_EM } from '../shape/row-pitch.ts';
import type { TableLine } from '../shape/table-lines.ts';
import { isNumeric } from '../shape/values.ts';
import { areBold, type Word } from '../shape/words.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';
import type { CutRow } from './cut-rows.ts';

/** Least number of labels; fewer also stand over lists. */
const LABELS_LEAST = 4;
/** Least number where they are not bold. */
const PLAIN_LABELS_LEAST = 5;
/** Least share of the labels with a text in an item's row, and least number of numbers among these. */
const ITEM_SHARE = 0.6;
const ITEM_NUMBERS = 2;
const ITEMS_LEAST = 2;
/** Greatest distance from one line to the next. */
const STEP_EM = 6;
/** Numbers of one column begin or end within this of each other. */
const SIDE_PT = 2;
/** Tolerance for distances between lines, which are rounded. */
const STEP_SLACK_PT = 1;

/** A text assigned to one label, or to several. */
interface Cell {
  column: number;
  colspan: number;
  text: Segment;
}

interface Item {
  row: CutRow;
  cells: Cell[];
  /** Lines of its description. */
  lines: CutRow[];
}

/** Finds the tables. `cut` are the rows in no table, from top to bottom. */
export function findItemRows(cut: readonly CutRow[]): Draft[] {
  const found: Draft[] = [];
  let next = 0;
  for (const [at, head] of cut.entries()) {
    if (at < next || !isHead(head)) continue;
    const { items, isWhole } = itemsBelow(head, cut.slice(at + 1));
    const isOnly = items.length === 1 && isWhole && fillsLabels(head, items[0] as Item);
    if (!isOnly && (items.length < ITEMS_LEAST || !areSparse(head, items))) continue;
    found.push(draftItems(head, linesAround(head, cut), items));
    next = cut.indexOf(items.at(-1)?.row as CutRow) + 1;
  }
  return found;
}

const isHead = ({ segments, words }: CutRow): boolean =>
  segments.length >= (areBold(words) ? LABELS_LEAST : PLAIN_LABELS_LEAST) && !holdsDigits(words);

const holdsDigits = (words: readonly Word[]): boolean => words.some(({ text }) => /\d/.test(text));

/** Whether a line is set in the style of the labels. */
const isOfHead = (head: CutRow, { words }: CutRow): boolean =>
  areBold(head.words) ? areBold(words) : !holdsDigits(words);

/** Returns the further lines of labels that have several, above and below the line with most labels. */
function linesAround(head: CutRow, rows: readonly CutRow[]): CutRow[] {
  const isLabel = (row: CutRow) =>
    isOfHead(head, row) && row.segments.every(text => cellOf(text, head.segments).colspan === 1);
  const take = (ordered: readonly CutRow[]) => {
    const taken: CutRow[] = [];
    let last = head;
    for (const row of ordered) {
      if (!meetAcross(row, head)) continue;
      if (Math.abs(row.baseline - last.baseline) > WRAP_PITCH_EM * head.size || !isLabel(row)) break;
      taken.push(row);
      last = row;
    }
    return taken;
  };
  const at = rows.indexOf(head);
  return [...take(rows.slice(0, at).reverse()).reverse(), head, ...take(rows.slice(at + 1))];
}

/**
 * Returns the items below a head. `isWhole` is true if what follows is no row of the same table, which would have a
 * text under the first label; sums begin farther right.
 */
function itemsBelow(head: CutRow, rows: readonly CutRow[]): { items: Item[]; isWhole: boolean } {
  const items: Item[] = [];
  let isWhole = true;
  let last = head;
  let open: CutRow[] = [];
  for (const row of rows) {
    if (!meetAcross(row, head)) continue;
    if (row.baseline - last.baseline > STEP_EM * head.size || row.size > LARGER_SIZE * head.size) break;
    const cells = itemCells(head, row);
    const item = items.at(-1);
    if (cells) {
      item?.lines.push(...open);
      open = [];
      items.push({ row, cells, lines: [] });
    } else if (!item) {
      if (row.baseline - last.baseline > WRAP_PITCH_EM * head.size || !isOfHead(head, row)) break;
    } else if (areBold(row.words) || isOtherRow(head, item, row)) {
      isWhole = areBold(row.words) || !startsRow(head, row);
      break;
    } else open.push(row);
    last = row;
  }
  keepRest(items, open);
  return { items, isWhole };
}

const startsRow = ({ segments: labels }: CutRow, { segments: [first] }: CutRow): boolean =>
  first !== undefined && cellOf(first, labels).column === 0;

/** Whether a single item below bold labels has a text for all of them but at most one. */
function fillsLabels({ segments: labels, words }: CutRow, { cells }: Item): boolean {
  return labels.length >= PLAIN_LABELS_LEAST && areBold(words) && columnsIn(cells) >= labels.length - 1;
}

const columnsIn = (cells: readonly Cell[]): number => cells.reduce((sum, { colspan }) => sum + colspan, 0);

/**
 * Whether a row below an item is something else: a label and its value, such as a sum, or a row with most columns that
 * is no item.
 */
function isOtherRow(head: CutRow, item: Item, row: CutRow): boolean {
  const { segments } = row;
  const value = segments.at(-1);
  const isUnder = ({ text }: Cell) =>
    value !== undefined &&
    isNumber(text) &&
    Math.min(Math.abs(text.left - value.left), Math.abs(text.right - value.right)) <= SIDE_PT;
  const isValue = segments.length > 1 && value !== undefined && isNumber(value);
  return fillsColumns(head, row) || (isValue && item.cells.some(isUnder));
}

const fillsColumns = ({ segments: labels }: CutRow, { segments }: CutRow): boolean =>
  segments.length >= ITEM_SHARE * labels.length && areInOrder(segments.map(text => cellOf(text, labels)));

/** Whether a text is a number, and not the dash that stands for none. */
const isNumber = ({ words }: Segment): boolean => isNumeric(words) && holdsDigits(words);

/** Adds to the last item the lines below that are as near as lines of one text, or as the lines of the other items. */
function keepRest(items: readonly Item[], open: readonly CutRow[]): void {
  const item = items.at(-1);
  const near = Math.max(0, ...items.slice(0, -1).flatMap(stepsOf));
  let last = item?.row;
  for (const row of open) {
    if (!item || !last) return;
    const limit = Math.max(WRAP_PITCH_EM * row.size, near + STEP_SLACK_PT);
    const [first] = row.segments;
    const second = item.cells[1]?.text.left ?? Infinity;
    const isBelow = first !== undefined && (first.left >= second - row.size || first.right < second);
    if (row.baseline - last.baseline > limit || !isBelow) return;
    item.lines.push(row);
    last = row;
  }
}

const stepsOf = ({ row, lines }: Item): number[] =>
  lines.map((line, i) => line.baseline - (lines[i - 1] ?? row).baseline);

/** Returns the texts of an item's row by the labels over them; null where it is no such row. */
function itemCells({ segments: labels }: CutRow, row: CutRow): Cell[] | null {
  const cells = row.segments.map(text => cellOf(text, labels));
  const numbers = cells.filter(({ text }) => isNumber(text));
  const last = cells.at(-1);
  const endsInNumber =
    last !== undefined && last.column + last.colspan === labels.length && isNumber(last.text);
  const isItem = areInOrder(cells) && endsInNumber && numbers.length >= ITEM_NUMBERS;
  return isItem &&
    columnsIn(cells) >= ITEM_SHARE * labels.length &&
    cells.filter(({ colspan }) => colspan > 1).length <= 1
    ? cells
    : null;
}

/** Whether each text has labels of its own. */
const areInOrder = (cells: readonly Cell[]): boolean =>
  cells.every((cell, i) => cell.column >= (cells[i - 1]?.column ?? 0) + (cells[i - 1]?.colspan ?? 0));

/** Assigns a text to the labels over it, or to the nearest one. */
function cellOf(text: Segment, labels: readonly Segment[]): Cell {
  const over = labels.flatMap((label, i) => (meetAcross(label, text) ? [i] : []));
  const [first] = over;
  if (first !== undefined) return { column: first, colspan: over.length, text };
  const distances = labels.map(label => Math.max(label.left - text.right, text.left - label.right));
  return { column: distances.indexOf(Math.min(...distances)), colspan: 1, text };
}

/** Whether the rows are farther apart than any that are found without labels, or descriptions run across columns. */
function areSparse(head: CutRow, items: readonly Item[]): boolean {
  const steps = items.slice(1).map(({ row }, i) => row.baseline - (items[i]?.row.baseline ?? 0));
  const isFar = steps.some(step => step > ROW_PITCH_PADDED_EM * head.size);
  const runsAcross = ({ segments }: CutRow) => segments.some(text => cellOf(text, head.segments).colspan > 1);
  return isFar || items.some(({ lines }) => lines.some(runsAcross));
}

function draftItems(head: CutRow, labels: readonly CutRow[], items: readonly Item[]): Draft {
  const columns = head.segments.map((label, column) => columnOf(label, column, items));
  const all = [...labels, ...items.flatMap(({ row, lines }) => [row, ...lines])];
  const xs = [
    Math.min(...all.map(row => row.left)),
    ...columns.slice(1).map(({ left }, i) => (left + (columns[i]?.right ?? left)) / 2),
    Math.max(...all.map(row => row.right)),
  ];
  const toLabels = (row: CutRow) =>
    toLine(
      row,
      row.segments.map(text => cellOf(text, head.segments)),
    );
  const toText = (row: CutRow) =>
    toLine(
      row,
      row.segments.map(text => ({ column: startOf(text, columns), colspan: 1, text })),
    );
  return assemble({
    kind: 'unruled',
    xs,
    head: [labels.map(toLabels)],
    body: items.flatMap(({ row, cells, lines }) =>
      withNotesApart([toLine(row, cells), ...lines.map(toText)]),
    ),
    top: labels[0] ? around(labels[0].words).top : 0,
    bottom: Math.max(...all.map(({ words }) => around(words).bottom)),
  });
}

/** Returns the horizontal extent of a label and the texts under it. */
function columnOf(label: Sides, column: number, items: readonly Item[]): Sides {
  const own = items.flatMap(({ cells }) =>
    cells.filter(cell => cell.column === column && cell.colspan === 1).map(({ text }) => text),
  );
  return {
    left: Math.min(label.left, ...own.map(({ left }) => left)),
    right: Math.max(label.right, ...own.map(({ right }) => right)),
  };
}

/** Returns the column in which a line of a description begins. */
const startOf = ({ left }: Segment, columns: readonly Sides[]): number =>
  Math.max(
    0,
    columns.findLastIndex(column => column.left <= left + 1),
  );

function toLine({ words, baseline, size }: CutRow, cells: readonly Cell[]): TableLine {
  const { top, bottom } = around(words);
  const slots = cells.map(({ column, colspan, text }) => ({ column, colspan, words: [...text.words] }));
  return { baseline, top, bottom, size, slots };
}
