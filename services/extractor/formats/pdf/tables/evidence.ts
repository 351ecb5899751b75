/**
 * Weighs what speaks for and against a table: a sum of small reasons instead of one hard test. Each sign is a
 * share or a yes (1) or no (0); a table needs `ACCEPTED_SCORE`. The weights say how surely a sign alone tells
 * tables from what looks like them: prose, side boxes, page frames, charts, lists.
 */
import { columnsOf, type Draft, type DraftCell, rowsOf } from './draft.ts';
import { cellText } from './text.ts';
import { CRAMPED_GAP_EM } from './thresholds.ts';
import { isNumeric } from './values.ts';
import type { Word } from './words.ts';

export const ACCEPTED_SCORE = 2.5;
/** Without any line the text has to say more. */
export const UNRULED_SCORE = 3.5;

export const WEIGHTS = {
  /** Closed cells on all sides: hardly anything but tables is drawn so. */
  grid: 2.5,
  /** Edges of equal extent above, below and between; counted up to three. */
  edge: 0.75,
  /** A line is drawn, not only shading. */
  drawn: 0.25,
  /** The lines themselves are drawn cell by cell. */
  joints: 1.5,
  /** Two columns may be a label beside its text, three hardly. */
  twoColumns: 0.5,
  manyColumns: 1,
  threeRows: 0.5,
  /** Numbers, amounts and shares stand in tables. */
  numeric: 2,
  /** Every row begins with a label. */
  labelled: 0.5,
  /** Cells of a column begin, end or are centred at the same place. */
  aligned: 1.5,
  /** Most cells are short. */
  terse: 0.5,
  /** Two rows may stand side by side by chance. */
  twoRows: -1,
  /** The first row is set off from the others. */
  head: 0.75,
  /** Words without numbers, no farther apart than justified prose sets them. */
  cramped: -4,
  /** Neither rows nor columns are filled: drawings and frames that caught a word. */
  hollow: -3,
  /** The first of two columns holds bullets or numbers of a list. */
  markers: -4,
  /** … and next to none is. */
  bare: -3,
  /** Titles beside counting page numbers: a table of contents. */
  contents: -5,
  /** Program text in boxes: nearly all of it in a font of one width. */
  code: -5,
  /** Curves or bars of a chart fill the region. */
  figure: -6,
  /** Cells of more than eight words are text in columns, of more than twenty surely. */
  wordy: -1.5,
  verbose: -2.5,
  /** Share of text lines that run from side to side: of a list's lines, of a table's across its columns. */
  prose: -4,
  crossing: -5,
} as const;

export type Sign = keyof typeof WEIGHTS;

export function weigh(signs: Partial<Record<Sign, number | boolean>>): number {
  let score = 0;
  for (const [sign, value] of Object.entries(signs)) score += WEIGHTS[sign as Sign] * Number(value);
  return score;
}

/** Cells of up to three words are labels and values; the sign fades to nothing at seven. */
const TERSE_END = 7;
const TERSE_FADE = 4;
const WORDY = 8;
const VERBOSE = 20;
/** Share of labels that makes a side of the table a head. */
const LABELLED = 0.8;
const HOLLOW_FILL = 0.3;
const BARE_FILL = 0.15;

/** The signs that lie in the cells alone, whatever was drawn. */
/** `plain` says that the page is set in a font of one width throughout, so that this tells nothing. */
export function cellSigns(draft: Draft, plain = false): Partial<Record<Sign, number | boolean>> {
  const [rows, columns] = [rowsOf(draft), columnsOf(draft)];
  const filled = draft.cells.filter(cell => cell.words.length > 0);
  const values = filled.filter(cell => cell.row > 0);
  const words = filled.reduce((sum, cell) => sum + cell.words.length, 0) / Math.max(1, filled.length);
  const firstColumn =
    covered(
      filled,
      cell => cell.column === 0,
      cell => [cell.row, cell.rowspan],
    ) / rows;
  const firstRow =
    covered(
      filled,
      cell => cell.row === 0,
      cell => [cell.column, cell.colspan],
    ) / columns;
  const fill = filled.reduce((sum, cell) => sum + cell.rowspan * cell.colspan, 0) / (rows * columns);
  const numeric = values.filter(cell => isNumeric(cell.words)).length / Math.max(1, values.length);
  return {
    cramped:
      draft.kind !== 'ruled' &&
      columns > 1 &&
      filled.length > rows &&
      numeric < 0.2 &&
      widestGap(filled) < CRAMPED_GAP_EM,
    twoColumns: columns === 2,
    manyColumns: columns > 2,
    threeRows: rows > 2,
    twoRows: rows < 3,
    aligned: alignment(filled, columns),
    terse: Math.max(0, Math.min(1, (TERSE_END - words) / TERSE_FADE)),
    numeric,
    labelled: firstColumn >= LABELLED,
    hollow: fill < HOLLOW_FILL && firstRow < LABELLED && (firstColumn < LABELLED || isScale(filled)),
    bare: fill < BARE_FILL && firstRow < LABELLED && firstColumn < LABELLED,
    contents: isContents(filled, columns, rows),
    code: !plain && draft.kind !== 'ruled' && isCode(filled, columns),
    markers: columns === 2 && markerShare(filled) > 0.6,
    crossing: crossingShare(filled, rows, columns),
    wordy: words > WORDY,
    verbose: words > VERBOSE,
  };
}

function covered(
  cells: readonly DraftCell[],
  belongs: (cell: DraftCell) => boolean,
  span: (cell: DraftCell) => [number, number],
): number {
  const positions = new Set<number>();
  for (const cell of cells.filter(belongs)) {
    const [first, count] = span(cell);
    for (let i = first; i < first + count; i += 1) positions.add(i);
  }
  return positions.size;
}

/** Whether the first row looks different from the ones below: all bold above, not all bold below. */
export function hasBoldHead(draft: Draft): boolean {
  const first = draft.cells.filter(cell => cell.row === 0).flatMap(cell => cell.words);
  const rest = draft.cells.filter(cell => cell.row > 0).flatMap(cell => cell.words);
  return (
    first.length > 0 && rest.length > 0 && first.every(word => word.bold) && !rest.every(word => word.bold)
  );
}

/** Places this close are aligned, in points. */
const ALIGNED_PT = 2;

/** How well the cells of each column keep to one left side, right side or middle: 0 (half of them or fewer) … 1. */
function alignment(filled: readonly DraftCell[], columns: number): number {
  let sum = 0;
  for (let column = 0; column < columns; column += 1) {
    const cells = filled.filter(cell => cell.column === column && cell.colspan === 1);
    const sides = cells.map(({ words }) => ({
      left: Math.min(...words.map(word => word.left)),
      right: Math.max(...words.map(word => word.right)),
    }));
    const share = Math.max(
      agreement(sides.map(side => side.left)),
      agreement(sides.map(side => side.right)),
      agreement(sides.map(side => (side.left + side.right) / 2)),
    );
    sum += Math.max(0, 2 * share - 1);
  }
  return sum / Math.max(1, columns);
}

function agreement(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  return values.filter(value => Math.abs(value - middle) <= ALIGNED_PT).length / values.length;
}

/** A cell of this many words across most columns is a line of prose, not a heading of rows. */
const CROSSING_WORDS = 6;

function crossingShare(filled: readonly DraftCell[], rows: number, columns: number): number {
  const crossing = filled.filter(
    cell => columns > 1 && cell.colspan > columns / 2 && cell.words.length >= CROSSING_WORDS,
  );
  return new Set(crossing.map(cell => cell.row)).size / Math.max(1, rows);
}

const MARKER = /^(?:[\p{Po}\p{So}\p{Sm}\p{Pd}\p{Co}○●◦■□▪o*]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)])$/iu;

/** Share of bullets and numbers in the first column; bare numbers count where no head says what they are. */
function markerShare(filled: readonly DraftCell[]): number {
  const first = filled.filter(cell => cell.column === 0);
  if (first.every(({ words }) => words.length === 1 && /^\d{1,3}$/.test(words[0]?.text ?? ''))) return 1;
  return (
    first.filter(({ words }) => words.length === 1 && MARKER.test(words[0]?.text ?? '')).length /
    Math.max(1, first.length)
  );
}

/** The widest of the columns' usual distances from the text before, in em. */
function widestGap(filled: readonly DraftCell[]): number {
  const gaps = new Map<number, number[]>();
  const sorted = [...filled].sort((a, b) => a.row - b.row || a.column - b.column);
  sorted.forEach((cell, i) => {
    const previous = sorted[i - 1];
    const [first] = cell.words;
    if (!previous || previous.row !== cell.row || !first) return;
    const gap =
      Math.min(...cell.words.map(word => word.left)) - Math.max(...previous.words.map(word => word.right));
    gaps.set(cell.column, [...(gaps.get(cell.column) ?? []), gap / first.size]);
  });
  const usual = [...gaps.values()].map(values => values.sort((a, b) => a - b)[values.length >> 1] ?? 0);
  return Math.max(0, ...usual);
}

/** Numbers alone down the left side of an empty grid are the scale of a chart. */
function isScale(filled: readonly DraftCell[]): boolean {
  const first = filled.filter(cell => cell.column === 0 && cell.row > 0);
  return first.length > 0 && first.every(cell => isNumeric(cell.words));
}

/** Share of words in a font of one width from which text is code; tables of commands mix it with prose. */
const CODE_SHARE = 0.8;

/** Nearly all words of a table, or some lines of a list. */
function isCode(filled: readonly DraftCell[], columns: number): boolean {
  const lines = filled.filter(cell => columns === 1 && monospaceShare([cell]) === 1);
  return monospaceShare(filled) > CODE_SHARE || lines.length > 0;
}

export function monospaceShare(cells: readonly { words: readonly Word[] }[]): number {
  const words = cells.flatMap(cell => cell.words);
  return words.filter(word => word.monospace).length / Math.max(1, words.length);
}

const PAGE_NUMBER = /^\d{1,4}$/;
const PAGE_LABEL = /^(?:p(?:age|ágina|agina)?s?\.?|seiten?|стр\.?|页)$/iu;
/** Entries a list of contents has at least. */
const CONTENTS_ENTRIES = 3;

/** Words first and numbers that never fall last, in all rows but a head: a title and its page. */
function isContents(filled: readonly DraftCell[], columns: number, rows: number): boolean {
  if (columns > 3) return false;
  const last = filled.filter(cell => cell.column === columns - 1 && PAGE_NUMBER.test(cellText(cell.words)));
  const pages = last.sort((a, b) => a.row - b.row).map(cell => Number(cellText(cell.words)));
  const head = filled
    .filter(cell => cell.row === 0 && cell.column === columns - 1)
    .map(cell => cellText(cell.words));
  if (head.some(text => !PAGE_NUMBER.test(text) && !PAGE_LABEL.test(text))) return false;
  const titles = filled.filter(cell => cell.column === columns - 2 && /\p{L}{2}/u.test(cellText(cell.words)));
  const rising = pages.filter((page, i) => page >= (pages[i - 1] ?? 0)).length;
  return (
    pages.length >= CONTENTS_ENTRIES &&
    pages.length >= 0.7 * (rows - 1) &&
    titles.length >= 0.7 * (rows - 1) &&
    rising >= 0.9 * pages.length &&
    (pages[0] ?? 0) < (pages.at(-1) ?? 0)
  );
}
