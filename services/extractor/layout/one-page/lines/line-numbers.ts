/**
 * Finds the numbers in the margin that count the lines of legal texts and manuscripts. They are no part of the
 * sentences beside them.
 */

import type { TextItem } from '../../page/content.ts';
import { between, firstFrom, median } from '../../page/geometry.ts';

/** Fewer numbers may be anything; pages with more are tables. */
const LEAST_COUNT = 5;
const MOST_COUNT = 400;
/** In points: edges of one column of numbers agree within this. */
const EDGE_STEP = 2;
/** Baselines of a number and its line differ by less than this. */
const SAME_ROW_EM = 0.45;
/** A number is at least this far from its line; words are closer. */
const GAP_EM = 0.5;
/**
 * At least `EVEN_SHARE` of the numbers are as far apart as most, within this share: space between paragraphs also
 * separates lines.
 */
const DISTANCE_SHARE = 0.1;
const EVEN_SHARE = 0.6;
/**
 * Least and greatest number of lines between two numbers, as a share of what they count: blank lines may or may not be
 * counted.
 */
const LINES_LEAST = 0.8;
const LINES_MOST = 1.25;
/** Least number of words on a numbered line, and least share of lines that begin in the middle of a sentence. */
const WORDS_MIN = 5;
const RUN_ON_SHARE = 0.25;
/** Paper with printed numbers has 25 to 32 of them; less than this share of them stand level with text. */
const PAPER_LEAST = 20;
const LEVEL_EM = 0.1;
const LEVEL_SHARE = 0.5;

interface Numbered {
  item: TextItem;
  value: number;
  /** The words on its row. */
  beside: TextItem[];
}

/** Returns the words of a page that number its lines; none where the numbers may count something else. */
export function lineNumbersOf(items: readonly TextItem[]): Set<TextItem> {
  const numbers = items.filter(
    item => item.text.length <= 4 && /^\d{1,4}$/.test(item.text) && item.angle === 0,
  );
  if (numbers.length < LEAST_COUNT || numbers.length > MOST_COUNT) return new Set();
  let upright: Upright | undefined;
  const found = new Set<TextItem>();
  for (const share of [0, 0.5, 1]) {
    for (const column of columnsAt(item => item.left + share * item.width, numbers)) {
      if (column.length < LEAST_COUNT) continue;
      upright ??= new Upright(items);
      const counted = countedOf(column, upright);
      if (isCount(counted) && numberProse(counted) && countLines(counted, upright))
        for (const { item } of counted) found.add(item);
      else if (isNumberedPaper(column, items, counted)) for (const item of column) found.add(item);
    }
  }
  return found;
}

/** Groups words whose edges, or middles, lie within a step from the first of the group. */
function columnsAt(edge: (item: TextItem) => number, items: readonly TextItem[]): TextItem[][] {
  const columns: TextItem[][] = [];
  for (const item of [...items].sort((one, other) => edge(one) - edge(other))) {
    const column = columns.at(-1);
    const first = column?.[0];
    if (first === undefined || edge(item) - edge(first) > EDGE_STEP) columns.push([item]);
    else column?.push(item);
  }
  return columns;
}

/**
 * Whether a column of numbers is printed on paper for pleadings, whatever lines are set beside it. Such numbers count
 * from 1 at even distances, left of everything else, and the text stands on rows of its own or runs on from line to
 * line. Rows of a table stand level with their numbers.
 */
function isNumberedPaper(
  column: readonly TextItem[],
  items: readonly TextItem[],
  counted: readonly Numbered[],
): boolean {
  if (column.length < PAPER_LEAST) return false;
  const sorted = [...column].sort((one, other) => one.baseline - other.baseline);
  const steps = sorted.slice(1).map((item, at) => item.baseline - (sorted[at] as TextItem).baseline);
  const usual = median(steps);
  const isEven = steps.every(step => Math.abs(step - usual) < DISTANCE_SHARE * usual);
  if (!isEven || !sorted.every((item, at) => Number(item.text) === at + 1)) return false;
  const edge = Math.max(...column.map(item => item.left + item.width));
  const [top, bottom] = [sorted[0]?.baseline ?? 0, sorted.at(-1)?.baseline ?? 0];
  const beside = items.filter(({ baseline }) => baseline >= top - usual && baseline <= bottom + usual);
  if (beside.some(item => item.left < edge && !column.includes(item))) return false;
  const level = sorted.filter(number =>
    beside.some(
      item => item !== number && Math.abs(item.baseline - number.baseline) < LEVEL_EM * number.size,
    ),
  );
  return level.length < LEVEL_SHARE * sorted.length || numberProse(counted);
}

/** The upright words of a page, searchable by height: tables of figures ask for thousands of rows. */
class Upright {
  private readonly words: readonly TextItem[];
  private readonly reach: number;
  private usualSize: number | null = null;

  constructor(items: readonly TextItem[]) {
    this.words = items.filter(item => item.angle === 0).sort((one, other) => one.baseline - other.baseline);
    this.reach = SAME_ROW_EM * this.words.reduce((most, { size }) => Math.max(most, size), 0);
  }

  private get size(): number {
    this.usualSize ??= median(this.words.map(({ size }) => size));
    return this.usualSize;
  }

  /** Counts the lines below one word down to the row of another, left or right of them. */
  linesDown(from: TextItem, to: TextItem, side: 'left' | 'right'): number {
    const within = between(
      this.words,
      word => word.baseline,
      from.baseline + this.reach,
      to.baseline + this.reach,
    );
    let [lines, last] = [0, -Infinity];
    for (const { left, baseline } of within) {
      const isThere = side === 'left' ? left < from.left : left > from.left;
      if (!isThere || baseline - last < SAME_ROW_EM * this.size) continue;
      lines += 1;
      last = baseline;
    }
    return lines;
  }

  /** Returns the words on the row of a word. */
  beside(word: TextItem): TextItem[] {
    const { words, reach } = this;
    const row: TextItem[] = [];
    const from = firstFrom(words.length, at => (words[at] as TextItem).baseline, word.baseline - reach);
    for (let at = from; at < words.length; at += 1) {
      const other = words[at] as TextItem;
      if (other.baseline > word.baseline + reach) break;
      if (other !== word && isOnRow(other, word)) row.push(other);
    }
    return row;
  }
}

/** Returns the first of the words on a row. */
const leftmost = (row: readonly TextItem[]): TextItem | undefined =>
  row.reduce<TextItem | undefined>(
    (first, word) => (first && (first.left - word.left || first.index - word.index) <= 0 ? first : word),
    undefined,
  );

/** Returns the numbers of a column that stand at the outside or in the middle of a row of words, apart from them. */
function countedOf(column: readonly TextItem[], upright: Upright): Numbered[] {
  return [...column]
    .sort((one, other) => one.baseline - other.baseline)
    .flatMap(item => {
      const beside = upright.beside(item);
      return isApart(item, beside) ? [{ item, value: Number(item.text), beside }] : [];
    });
}

function isOnRow(one: TextItem, other: TextItem): boolean {
  return Math.abs(one.baseline - other.baseline) < SAME_ROW_EM * one.size;
}

function isApart(number: TextItem, beside: readonly TextItem[]): boolean {
  const gap = GAP_EM * number.size;
  const isClear = ({ left, width }: TextItem) =>
    number.left + number.width + gap < left || left + width + gap < number.left;
  return beside.length > 0 && beside.every(isClear);
}

/** Whether a number stands between the columns of a page, as in patents, and counts the lines of both. */
function isBetween({ item, beside }: Numbered): boolean {
  const isLeftOfIt = (word: TextItem) => word.left <= item.left;
  return beside.some(isLeftOfIt) && !beside.every(isLeftOfIt);
}

/** Whether the numbers count up by one step, and the lines between two of them are as far apart as their difference says. */
function isCount(numbers: readonly Numbered[]): boolean {
  if (numbers.length < LEAST_COUNT) return false;
  const steps = numbers.slice(1).map((number, at) => {
    const before = numbers[at] as Numbered;
    return { value: number.value - before.value, distance: number.item.baseline - before.item.baseline };
  });
  const value = median(steps.map(step => step.value));
  const distance = median(steps.map(step => step.distance));
  if (value < 1) return false;
  const even = steps.filter(
    step => step.value === value && Math.abs(step.distance - distance) < DISTANCE_SHARE * distance,
  );
  return steps.every(step => step.value === value) && even.length >= EVEN_SHARE * steps.length;
}

/** Whether one of the two sides of the numbers has as many lines as they count. */
function countLines(numbers: readonly Numbered[], upright: Upright): boolean {
  return (['left', 'right'] as const).some(side => {
    const shares = numbers.slice(1).map(({ item, value }, at) => {
      const before = numbers[at] as Numbered;
      return upright.linesDown(before.item, item, side) / (value - before.value);
    });
    const usual = median(shares);
    return usual >= LINES_LEAST && usual <= LINES_MOST;
  });
}

/**
 * Whether the numbers count lines of prose. Rows of a table and items of a list are numbered, too, but only lines of
 * text begin in the middle of sentences, and only lines are counted in fives.
 */
function numberProse(numbers: readonly Numbered[]): boolean {
  const words = median(numbers.map(number => number.beside.length));
  const inFives = numbers.every(({ value }) => value % 5 === 0);
  if (numbers.some(isBetween)) return words >= WORDS_MIN && inFives;
  const runOn = numbers.filter(number => /^\p{Ll}/u.test(leftmost(number.beside)?.text ?? '')).length;
  return words >= WORDS_MIN && (inFives || runOn >= RUN_ON_SHARE * numbers.length);
}
