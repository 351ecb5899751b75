/** Weighs the cells alone, whatever is drawn. */

import { median, middleX, sidesOf } from '../../../page/geometry.ts';
import { columnsOf, type Draft, type DraftCell, isFilled, rowsOf } from '../shape/draft.ts';
import { isNumeric } from '../shape/values.ts';
import { SCRIPT_SIZE_SHARE } from '../shape/visual-rows.ts';
import { areBold, type Word } from '../shape/words.ts';
import { columnwise, isCellwise } from './blocks.ts';
import { isCode, isNumberedListing } from './code.ts';
import { hasScale, hasSlivers, isAiry } from './drawings.ts';
import { equationShare } from './equations.ts';
import { justifiedShare } from './justified.ts';
import {
  areBulleted,
  areHeadings,
  besideShare,
  bulletedShare,
  isBullet,
  isNumber,
  itemShare,
  markerShare,
} from './markers.ts';
import { isRecord } from './record.ts';
import { flowingShare } from './running-text.ts';
import { type Signs, weigh } from './weights.ts';

/** A gap between columns narrower than this is as wide as prose may space words. */
const CRAMPED_GAP_EM = 1.1;

/** Cells of up to three words are labels and values; their weight decreases to zero at seven words. */
const TERSE_END = 7;
const TERSE_FADE = 4;
const WORDY = 8;
const VERBOSE = 20;
/** From this share of labels on, a side of the table is a head. */
const LABELLED = 0.8;
/** A row's label has at most this many words; fewer labels than the minimum may be chance. */
const LABEL_WORDS = 6;
const LABELS_LEAST = 3;
/** Least room at both sides of a label centred in its cell; texts fill their cells. */
const LABEL_ROOM_EM = 2;
const HOLLOW_FILL = 0.3;
/** Least number of cells for each position of the grid; drawings have fewer. */
const PATCHY_CELLS = 0.25;

/** Most rows that may be a letterhead or foot with texts side by side, if fewer than this share of the texts are numbers. */
const FEW_ROWS = 3;
const FEW_NUMBERS = 0.2;
/** From this share of cells on that begin like items of a list, it is a list. */
const ITEMS_SHARE = 0.6;
/** From this share of markers in the first of two columns on, it is a list with titles between its items. */
const MARKED_SHARE = 0.75;
/** From this share of labels that end in a colon on, they are labels of fields. */
const COLONS_LEAST = 0.5;
/** From this share of numbers on, texts side by side are columns of values, in whatever order they were drawn. */
const BLOCK_NUMBERS = 0.5;

/**
 * Returns the signs of a draft. `plain` says that the whole page is set in a fixed-pitch font, so that such a font
 * shows nothing.
 */
export function cellSigns(draft: Draft, plain = false): Signs {
  return signsOf(draft, contentOf(draft), plain);
}

/**
 * Returns the signs of a draft without lines, but only those in favour if they do not reach `least`: most drafts are no
 * tables, and signs against them take longer to compute.
 */
export function unruledSigns(draft: Draft, plain: boolean, least: number): Signs {
  const content = contentOf(draft);
  const { head, aligned, terse, numeric, record } = content;
  const most: Signs = { head, ...gridSigns(draft), labelled: true, aligned, terse, numeric, record };
  return weigh(most) < least - ROUNDING ? most : signsOf(draft, content, plain);
}

/** How much the order of addition may change a sum. */
const ROUNDING = 1e-9;

/** Facts from which several signs are computed. */
interface Content {
  filled: DraftCell[];
  byColumn: Map<number, DraftCell[]>;
  /** Average number of words in a cell. */
  words: number;
  head: boolean;
  aligned: number;
  terse: number;
  numeric: number;
  /** Computed only for drafts without lines; false for others. */
  record: boolean;
}

function contentOf(draft: Draft): Content {
  const filled = draft.cells.filter(isFilled);
  const byColumn = Map.groupBy(filled, cell => cell.column);
  const words = filled.reduce((sum, cell) => sum + cell.words.length, 0) / Math.max(1, filled.length);
  const head = hasBoldHead(draft);
  return {
    filled,
    byColumn,
    words,
    head,
    aligned: alignment(byColumn, columnsOf(draft)),
    terse: Math.max(0, Math.min(1, (TERSE_END - words) / TERSE_FADE)),
    numeric: numericShare(filled),
    record: draft.kind === 'unruled' && isRecord(draft, filled, head),
  };
}

function gridSigns(draft: Draft) {
  const [rows, columns] = [rowsOf(draft), columnsOf(draft)];
  return { twoColumns: columns === 2, manyColumns: columns > 2, threeRows: rows > 2, twoRows: rows < 3 };
}

function signsOf(draft: Draft, content: Content, plain: boolean): Signs {
  const { filled, byColumn, words, head, aligned, terse, numeric } = content;
  const [rows, columns] = [rowsOf(draft), columnsOf(draft)];
  const { twoColumns, manyColumns, threeRows, twoRows } = gridSigns(draft);
  return {
    ...(draft.kind === 'ruled' ? {} : openSigns(draft, content, plain)),
    head,
    twoColumns,
    manyColumns,
    ...fillSigns(filled, draft.cells.length, rows, columns),
    threeRows,
    twoRows,
    aligned,
    terse,
    numeric,
    markers:
      !(head && columns === 2 && isLabelOver(filled)) &&
      ((columns === 2 && markerShare(filled) > ITEMS_SHARE) ||
        (draft.kind !== 'ruled' &&
          (areHeadings(filled) ||
            areBulleted(filled, columns) ||
            bulletedShare(filled) > ITEMS_SHARE ||
            (columns === 2 && besideShare(filled) > MARKED_SHARE))) ||
        (draft.kind === 'unruled' && itemShare(filled) > ITEMS_SHARE)),
    crossing: crossingShare(filled, rows, columns),
    scale: hasScale(byColumn),
    slivers: hasSlivers(draft, filled),
    ...(words > WORDY && !isCellwise(filled, columns) && !isNamed(draft, head)
      ? { wordy: true, verbose: words > VERBOSE }
      : {}),
  };
}

/**
 * Whether a word stands over the first column, as over the numbers of rows but not of list items: a column of bullets
 * has no name, and a number is no name.
 */
function isLabelOver(filled: readonly DraftCell[]): boolean {
  const [label, ...below] = filled.filter(cell => cell.column === 0);
  if (label?.row !== 0 || label.colspan !== 1 || isNumber(label) || below.every(isBullet)) return false;
  return label.words.some(isWord);
}

/**
 * Whether a head, or a short label in (nearly) each row, names what drawn cells contain; frames around parts of a page
 * have no names.
 */
function isNamed(draft: Draft, head: boolean): boolean {
  if (draft.kind !== 'ruled') return false;
  if (head || hasCentredHead(draft)) return true;
  const labels = draft.cells.filter(cell => cell.column === 0 && cell.colspan === 1 && isFilled(cell));
  const named = labels.filter(({ words }) => words.length <= LABEL_WORDS && words.some(isWord));
  return labels.length >= LABELS_LEAST && named.length >= LABELLED * rowsOf(draft);
}

/** Whether a short label is centred in each cell of the first row, with room at both sides. */
function hasCentredHead({ cells, xs }: Draft): boolean {
  const head = cells.filter(cell => cell.row === 0);
  return head.length > 1 && head.every(cell => isFilled(cell) && isCentred(cell, xs));
}

function isCentred({ column, colspan, words }: DraftCell, xs: readonly number[]): boolean {
  if (words.length > LABEL_WORDS || !words.some(isWord)) return false;
  const { left, right } = sidesOf(words);
  const [before, behind] = [left - (xs[column] ?? 0), (xs[column + colspan] ?? 0) - right];
  const size = median(words.map(word => word.size));
  return Math.min(before, behind) > LABEL_ROOM_EM * size && Math.abs(before - behind) < size;
}

const isWord = ({ text }: Word): boolean => /\p{L}{2}/u.test(text);

/** Weighs how much of the grid is filled, whether its sides are, and into how many cells it is divided. */
function fillSigns(filled: readonly DraftCell[], cells: number, rows: number, columns: number): Signs {
  const sum = (some: readonly DraftCell[], places: (cell: DraftCell) => number) =>
    some.reduce((total, cell) => total + places(cell), 0);
  const firstColumn = filled.filter(cell => cell.column === 0);
  const firstRow = filled.filter(cell => cell.row === 0);
  const labelled = sum(firstColumn, cell => cell.rowspan) >= LABELLED * rows;
  const headed = sum(firstRow, cell => cell.colspan) >= LABELLED * columns;
  const fill = sum(filled, cell => cell.rowspan * cell.colspan) / (rows * columns);
  const hollow = fill < HOLLOW_FILL && !headed && !labelled;
  return { labelled, hollow, patchy: cells < PATCHY_CELLS * rows * columns };
}

/** Returns signs that count only where no closed cells are drawn. */
function openSigns(draft: Draft, { filled, head, numeric, record }: Content, plain: boolean): Signs {
  const [rows, columns] = [rowsOf(draft), columnsOf(draft)];
  const cramped =
    columns > 1 && filled.length > rows && numeric < FEW_NUMBERS && widestGap(filled) < CRAMPED_GAP_EM;
  const open: Signs = {
    cramped,
    code: isNumberedListing(filled) || (!plain && isCode(filled, columns)),
    airy: isAiry(draft),
    justified: justifiedShare(filled),
    equations: equationShare(filled, rows),
    blocks: columnwise(filled) * Math.max(0, 1 - numeric / BLOCK_NUMBERS),
  };
  // Cells between lines may well contain prose, but none that was set column by column.
  if (draft.kind === 'band') return { ...open, flowing: flowingShare(filled) * Number(open.blocks) };
  return {
    ...open,
    record,
    few: rows <= FEW_ROWS && numeric < FEW_NUMBERS && !head && !record,
    flowing: flowingShare(filled),
    ragged: raggedShare(filled, rows),
    colons: columns === 2 && colonShare(filled, 0) > COLONS_LEAST && colonShare(filled, 1) <= COLONS_LEAST,
  };
}

/** Returns the share of a column's texts that end in a colon. */
function colonShare(filled: readonly DraftCell[], column: number): number {
  const labels = filled.filter(cell => cell.column === column);
  return labels.filter(({ words }) => words.at(-1)?.text.endsWith(':')).length / Math.max(1, labels.length);
}

function numericShare(filled: readonly DraftCell[]): number {
  const values = filled.filter(cell => cell.row > 0);
  const size = median(values.flatMap(cell => cell.words.map(word => word.size)));
  // Footnote marks and verse numbers are no values.
  const isScript = ({ words }: DraftCell) => words.every(word => word.size < SCRIPT_SIZE_SHARE * size);
  const numeric = values.filter(cell => isNumeric(cell.words) && !isScript(cell));
  return numeric.length / Math.max(1, values.length);
}

/** Whether the first row is all bold and the rows below are not all bold. */
export function hasBoldHead(draft: Draft): boolean {
  const head = draft.cells.filter(cell => cell.row === 0 && isFilled(cell));
  const isBold = ({ words }: DraftCell) => areBold(words);
  return head.length > 0 && head.every(isBold) && draft.cells.some(cell => cell.row > 0 && !isBold(cell));
}

/** In points: positions this close are aligned. */
const ALIGNED_PT = 2;

/** Returns how well the cells of each column are aligned at the left, right or middle, from 0 (at most half of them) to 1. */
function alignment(byColumn: ReadonlyMap<number, readonly DraftCell[]>, columns: number): number {
  let sum = 0;
  for (const cells of byColumn.values()) {
    const sides = cells.filter(cell => cell.colspan === 1).map(({ words }) => sidesOf(words));
    const share = Math.max(
      agreement(sides.map(side => side.left)),
      agreement(sides.map(side => side.right)),
      agreement(sides.map(middleX)),
    );
    sum += Math.max(0, 2 * share - 1);
  }
  return sum / Math.max(1, columns);
}

function agreement(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const usual = median(values);
  return values.filter(value => Math.abs(value - usual) <= ALIGNED_PT).length / values.length;
}

/** Returns the share of rows below the first in which a text extends across columns beside another text. */
function raggedShare(filled: readonly DraftCell[], rows: number): number {
  const across = [...Map.groupBy(filled, cell => cell.row).values()]
    .filter(row => row.length > 1)
    .flatMap(row => row.filter(cell => cell.row > 0 && cell.colspan > 1));
  return new Set(across.map(cell => cell.row)).size / Math.max(1, rows - 1);
}

/** A cell of this many words across most columns is a line of prose, not a heading of rows. */
const CROSSING_WORDS = 6;

function crossingShare(filled: readonly DraftCell[], rows: number, columns: number): number {
  const crossing = filled.filter(
    cell => columns > 1 && cell.colspan > columns / 2 && cell.words.length >= CROSSING_WORDS,
  );
  return new Set(crossing.map(cell => cell.row)).size / Math.max(1, rows);
}

/** Returns the widest of the columns' usual distances from the text before, in em. */
export function widestGap(filled: readonly DraftCell[]): number {
  const gaps = new Map<number, number[]>();
  const sorted = [...filled].sort((a, b) => a.row - b.row || a.column - b.column);
  sorted.forEach((cell, i) => {
    const previous = sorted[i - 1];
    const [first] = cell.words;
    if (!previous || previous.row !== cell.row || !first) return;
    const gap = sidesOf(cell.words).left - sidesOf(previous.words).right;
    gaps.set(cell.column, [...(gaps.get(cell.column) ?? []), gap / first.size]);
  });
  return Math.max(0, ...[...gaps.values()].map(median));
}
