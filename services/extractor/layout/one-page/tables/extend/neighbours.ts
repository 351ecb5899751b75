/** Finds lines next to a table that keep its columns and are near enough. */

import type { Rectangle } from '../../../page/content.ts';
import {
  around,
  firstFrom,
  median,
  meetAcross,
  middleX,
  type Sides,
  widthOf,
} from '../../../page/geometry.ts';
import { CAPTION } from '../../../text/captions.ts';
import { textBox, wordsOf } from '../shape/candidate.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import { columnsOf, type Draft, intervalOf, isFilled, regionOf, rowsOf } from '../shape/draft.ts';
import { CELL_GAP_EM, CELL_GAP_RULED_EM } from '../shape/gaps.ts';
import { TIGHT_HEAD_PT } from '../shape/head.ts';
import { leafLine } from '../shape/head-columns.ts';
import { LARGER_SIZE, PROSE_FILL_SHARE, PROSE_LINE_WORDS } from '../shape/prose.ts';
import { OVERLAP_PITCH_EM } from '../shape/row-merge.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { firstLineOf, linesOf, lineText } from '../shape/text.ts';
import { isNumeric } from '../shape/values.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { isMark } from '../shape/visual-rows.ts';
import { areBold, type Word } from '../shape/words.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';
import { hasBoldHead } from '../weigh/cells.ts';

/** A row that continues a table is at most this many times as far off as its rows are from each other, … */
const EXTEND_PITCH_SHARE = 1.3;
/** … or this far, if that is more: a head of one row shows no distance. */
const EXTEND_PITCH_EM = 1.7;
/** Most lines of a wrapped row below its label, when moving upwards. */
const EXTEND_ENDS = 3;
/** Least number of numbers in a column that may have a sum. */
const SUMMED_LEAST = 2;
/**
 * Lines of one row are nearer to each other than rows are by at least this factor: lines of 12 points, rows of one line
 * in cells padded by 2.
 */
const WITHIN_ROW_SHARE = 0.76;
/** The same where enough lines in cells show their distance: lines of one row exceed it by at most this factor. */
const LEADING_SLACK = 1.1;
const LEADING_STEPS_LEAST = 3;
/** A row at the same distance as the others, within this share, may have fewer filled cells than one farther off. */
const REGULAR_PITCH_SHARE = 0.1;
/** Least number of texts, each in a column of its own, of such a row without a label: more than stand like this by chance. */
const UNLABELLED_SLOTS = 3;
/** Texts over as many columns that are certainly their labels. */
export const LABELS_LEAST = 3;
/** The label of a narrow last column may reach this far beyond it. */
const OVERHANG_EM = 1.5;
/** Labels farther from their columns than this are those of others: two over one column, none over another. */
const LABEL_REACH_EM = 1.5;
/** Anything farther from a table than this is beside it. */
const BESIDE_EM = 1.5;
/** Least share of the columns that a row fills. */
const EXTEND_SLOT_SHARE = 0.6;

export type Direction = 'above' | 'below';

/** Returns the lines next to the table that keep its columns, from top to bottom, at most `limit` rows. */
export function neighbours(
  draft: Draft,
  rows: readonly VisualRow[],
  direction: Direction,
  limit: number,
): TableLine[] {
  const below = direction === 'below';
  if (limit === 0 && !below) return [];
  const { top, bottom } = textBox(draft);
  const region = regionOf(draft);
  const next = firstFrom(rows.length, at => rows[at]?.baseline ?? 0, below ? bottom : top);
  const ahead = below ? rows.slice(next) : rows.slice(0, next).reverse();
  let walk: ColumnWalk | null = null;
  for (const row of ahead) {
    if (!meetAcross(row, region)) continue;
    walk ??= new ColumnWalk(draft, direction, limit);
    if (!walk.add(row)) break;
  }
  const lines = walk?.lines ?? [];
  return below ? lines : lines.reverse();
}

/** Moves away from the table line by line. */
class ColumnWalk {
  readonly lines: TableLine[] = [];
  readonly #draft: Draft;
  readonly #direction: Direction;
  readonly #limit: number;
  readonly #size: number;
  /** The usual distance of rows, and the greatest at which one still belongs to them. */
  readonly #usual: number;
  /** How far a label may reach beyond the last column. */
  readonly #overhang: number;
  readonly #greatest: number;
  /** The greatest distance of two lines that certainly belong to one row. */
  readonly #within: number;
  #last: number;
  /** Distances from one added line to the next. */
  readonly #steps: number[] = [];
  /** Lines of a wrapped row that stand without its label. */
  #ends: TableLine[] = [];

  constructor(draft: Draft, direction: Direction, limit: number) {
    const words = wordsOf(draft);
    const pitches = rowPitches(draft);
    const baselines = words.map(word => word.baseline);
    this.#draft = draft;
    this.#direction = direction;
    this.#limit = limit;
    // Below the name of an article, in larger type, there may be more words of small print.
    const labels = draft.cells.filter(({ column }) => column === 0).flatMap(cell => cell.words);
    this.#size = Math.max(median(words.map(word => word.size)), median(labels.map(word => word.size)));
    this.#usual = median(pitches);
    this.#overhang = direction === 'above' ? OVERHANG_EM * this.#size : 0;
    this.#within = limit === 1 ? pitchWithinRuled(draft) : pitchWithin(pitches);
    this.#greatest = EXTEND_PITCH_SHARE * Math.max(...pitches, EXTEND_PITCH_EM * this.#size);
    this.#last = direction === 'below' ? Math.max(...baselines) : Math.min(...baselines);
  }

  /** Whether the row belongs to the table, at least for now. */
  add(row: VisualRow): boolean {
    const step = Math.abs(row.baseline - this.#last);
    const isFar = step > this.#greatest || row.size > LARGER_SIZE * this.#size;
    if (isFar || isMark(row, this.#size)) return false;
    const inside = insideWords(this.#draft, row.words, this.#overhang);
    const summed = this.#direction === 'below' && isSum(this.#draft, inside);
    const wraps = step <= WRAP_PITCH_EM * row.size;
    const isWithin = this.#direction === 'below' && wraps && step <= this.#within;
    if (this.lines.length >= this.#limit && !isWithin && !(summed && this.#hangs(inside))) return false;
    const labels = this.#direction === 'above' ? labelsOf(this.#draft, inside) : null;
    // Second lines of cells may fill their columns, so that they look like one line.
    const isSecond = this.#limit === 1 && this.lines.length > 0 && isWithin;
    if (CAPTION.test(lineText(inside)) || (labels === null && !isSecond && isSentence(this.#draft, inside)))
      return false;
    const isRow =
      labels !== null ||
      fits(this.#draft, inside, this.#leastSlots(inside, step, wraps), this.#overhang) ||
      summed;
    const reach = this.#direction === 'above' ? LABEL_REACH_EM : Infinity;
    const line = labels ?? toTableLine(inside, this.#draft.xs, reach);
    this.#last = row.baseline;
    if (!isRow) return this.#isEnd(inside) && this.#ends.push(line) > 0;
    const within = this.#direction === 'above' ? wraps : step <= OVERLAP_PITCH_EM * row.size;
    if (this.#ends.length > 0 && !within && !this.#areGroupLabels(labels !== null)) return false;
    if (this.lines.length > 0) this.#steps.push(step);
    this.lines.push(...this.#ends.splice(0), line);
    return true;
  }

  /**
   * Whether lines with nothing but a label at the left stand over the rows of their group: several when moving
   * downwards; when moving upwards only one, directly under a label for each column.
   */
  #areGroupLabels(isHead: boolean): boolean {
    return (
      (this.#direction === 'below' || (isHead && this.#ends.length === 1)) &&
      this.#ends.every(({ slots }) => slots.every(slot => slot.column === 0))
    );
  }

  /**
   * Returns the least number of filled columns. A line of a row already begun may be one cell's; a row at the distance
   * of the others may have empty cells.
   */
  #leastSlots(words: readonly Word[], step: number, wraps: boolean): number {
    if (wraps && this.lines.length > 0) return 1;
    // A head alone shows no distance; the rows below it do.
    const usual = this.#usual > 0 ? this.#usual : median(this.#steps);
    const isRegular = Math.abs(step - usual) <= REGULAR_PITCH_SHARE * usual;
    const share = Math.max(2, EXTEND_SLOT_SHARE * columnsOf(this.#draft));
    if (!isRegular) return share;
    return startsRow(this.#draft, words) ? 2 : Math.min(share, UNLABELLED_SLOTS);
  }

  /**
   * Whether a line begins right of the first column. Below a line that closes the table only sums belong to it, under
   * its last columns.
   */
  #hangs([first]: readonly Word[]): boolean {
    return first !== undefined && first.left > (this.#draft.xs[1] ?? 0);
  }

  /**
   * Whether words are lines of a cell that stand apart from its row's label: the last ones when moving upwards, the
   * first ones when moving downwards.
   */
  #isEnd(words: readonly Word[]): boolean {
    const waits = this.#limit > 1 && this.#ends.length < EXTEND_ENDS;
    return waits && fits(this.#draft, words, 1, this.#overhang);
  }
}

/** Whether the words begin where the rows do, with a text that fits the first column. */
function startsRow(draft: Draft, words: readonly Word[]): boolean {
  const [first] = words;
  const lefts = draft.cells
    .filter(cell => cell.column === 0 && isFilled(cell))
    .map(cell => around(cell.words).left);
  return first !== undefined && lefts.length > 1 && Math.abs(first.left - median(lefts)) <= TIGHT_HEAD_PT;
}

/**
 * Whether words are a sum: a number that ends where those of the last column do, and one label, wherever there was room
 * before it.
 */
function isSum(draft: Draft, words: readonly Word[]): boolean {
  const [label, amount, ...others] = segmentsOf(words, CELL_GAP_EM);
  if (!label || !amount || others.length > 0) return false;
  const last = draft.cells.filter(cell => cell.column === columnsOf(draft) - 1 && isNumeric(cell.words));
  // If a bill has only one item, its head shows that the column contains numbers.
  const least = hasBoldHead(draft) ? 1 : SUMMED_LEAST;
  if (last.length < least || label.left < (draft.xs[0] ?? 0) - 2) return false;
  const end = median(last.map(cell => around(cell.words).right));
  const numbers = words.filter(word => word.left >= amount.left);
  return (
    isNumeric(numbers) &&
    Math.abs(amount.right - end) <= TIGHT_HEAD_PT &&
    amount.left > (draft.xs.at(-2) ?? 0) - 1
  );
}

/**
 * Returns labels, one for each column, or for each but the first, each over its own column although not within the
 * edges that the values show; null where there are none.
 */
function labelsOf(draft: Draft, words: readonly Word[]): TableLine | null {
  const parted = segmentsOf(words, CELL_GAP_RULED_EM);
  const labels = parted.length < columnsOf(draft) - 1 ? alignedLabels(draft, words) : parted;
  const first = columnsOf(draft) - labels.length;
  if (first < 0 || first > 1 || labels.length < LABELS_LEAST) return null;
  const own = labels.every(
    ({ left, right }, i) => left < (draft.xs[first + i + 1] ?? 0) && right > (draft.xs[first + i] ?? 0),
  );
  const isBlank = first === 0 || (isLabel(draft, words) && (labels[0]?.left ?? 0) >= (draft.xs[1] ?? 0));
  return own && isBlank ? leafLine(labels, draft.xs) : null;
}

/** Whether words over columns look like labels: they are bold, or stand over columns of numbers only. */
export function isLabel(draft: Draft, words: readonly Word[]): boolean {
  if (areBold(words)) return true;
  const columns = new Set(words.map(word => intervalOf(draft.xs, middleX(word))));
  const below = draft.cells.filter(cell => columns.has(cell.column) && isFilled(cell));
  const areNumbers =
    below.length >= SUMMED_LEAST * columns.size && below.every(cell => isNumeric(cell.words));
  return areNumbers && !columns.has(0) && !words.some(word => /\d/.test(word.text));
}

/**
 * Returns bold words that are as near to each other as words of a text, if each is aligned with the left, right or
 * middle of the texts in its column.
 */
function alignedLabels(draft: Draft, words: readonly Word[]): Segment[] {
  if (words.length > columnsOf(draft) || !areBold(words)) return [];
  const areAligned = words.every((word, i) => {
    const column = columnsOf(draft) - words.length + i;
    const places = placesIn(draft, column);
    return [leftOf, rightOf, middleX].some(
      side => Math.abs(side(word) - median(places.map(side))) <= TIGHT_HEAD_PT,
    );
  });
  return areAligned ? words.map(word => ({ left: word.left, right: word.right, words: [word] })) : [];
}

/** Returns the places of texts that stand in one column only. */
export const placesIn = (draft: Draft, column: number): Rectangle[] =>
  draft.cells
    .filter(cell => cell.column === column && cell.colspan === 1 && isFilled(cell))
    .map(cell => around(cell.words));

const leftOf = ({ left }: Sides): number => left;
const rightOf = ({ right }: Sides): number => right;

/** Returns the words of a row without those that stand beside the table. */
function insideWords(draft: Draft, words: readonly Word[], overhang: number): readonly Word[] {
  const whole = regionOf(draft);
  const region = { ...whole, right: whole.right + overhang };
  const inside = words.filter(word => meetAcross(word, region));
  const [first, last] = [inside[0], inside.at(-1)];
  const near = words.some(
    word =>
      first !== undefined &&
      last !== undefined &&
      !inside.includes(word) &&
      word.left - last.right < BESIDE_EM * word.size &&
      first.left - word.right < BESIDE_EM * word.size,
  );
  return near ? words : inside;
}

/** Whether a line is text above or below the table: many words from side to side with no gap between. */
function isSentence(draft: Draft, words: readonly Word[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    words.length >= PROSE_LINE_WORDS &&
    last.right - first.left > PROSE_FILL_SHARE * widthOf(regionOf(draft)) &&
    segmentsOf(words, CELL_GAP_EM).length === 1
  );
}

/** Returns the distances between the first baselines of neighbouring rows. */
export function rowPitches(draft: Draft): number[] {
  const cells = Map.groupBy(
    draft.cells.filter(cell => cell.rowspan === 1),
    cell => cell.row,
  );
  const firsts = Array.from({ length: rowsOf(draft) }, (_, row) => {
    const words = (cells.get(row) ?? []).flatMap(cell => cell.words);
    return firstLineOf(words)[0]?.baseline;
  }).filter(baseline => baseline !== undefined);
  return firsts.slice(1).map((baseline, i) => baseline - (firsts[i] ?? baseline));
}

/** Returns the greatest distance of lines that are nearer to each other than any two rows are. */
export const pitchWithin = (pitches: readonly number[]): number => WITHIN_ROW_SHARE * Math.min(...pitches);

/**
 * Does the same where rules separate the rows: lines that follow each other like those of its cells are of one row,
 * however near the rows are.
 */
export function pitchWithinRuled(draft: Draft): number {
  const steps = draft.cells.flatMap(({ words }) => {
    const baselines = linesOf(words).map(([word]) => word?.baseline ?? 0);
    return baselines.slice(1).map((baseline, at) => baseline - (baselines[at] ?? baseline));
  });
  const leading = steps.length >= LEADING_STEPS_LEAST ? LEADING_SLACK * median(steps) : 0;
  return Math.max(pitchWithin(rowPitches(draft)), leading);
}

/** Whether the words keep the columns and fill at least this many of them. */
function fits(draft: Draft, words: readonly Word[], least: number, overhang: number): boolean {
  const [left, right] = [(draft.xs[0] ?? 0) - 2, (draft.xs.at(-1) ?? 0) + Math.max(2, overhang)];
  const inner = draft.xs.slice(1, -1);
  if (words.some(word => word.left < left || word.right > right)) return false;
  if (words.some(word => inner.some(x => word.left < x - 1 && word.right > x + 1))) return false;
  const line = toTableLine(words, draft.xs);
  return line.slots.length >= least && line.slots.every(slot => slot.colspan === 1);
}
