/** Lists look like tables of two columns: bullets or numbers, and text. */
import { around, median } from '../../../page/geometry.ts';
import { BULLET, BULLETED, isMarker } from '../../../text/markers.ts';
import { countsAmong, isWordedNumber } from '../../../text/section-numbers.ts';
import type { DraftCell } from '../shape/draft.ts';
import { isNumeric } from '../shape/values.ts';
import { areBold } from '../shape/words.ts';

const MARKER = /^(?:[\p{Po}\p{So}\p{Sm}\p{Pd}\p{Co}○●◦■□▪o*]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)])$/iu;

/**
 * Share of bullets and numbers in the first column; bare numbers count where no head says what they are. Before
 * numbers they are values, not markers.
 */
export function markerShare(filled: readonly DraftCell[]): number {
  const others = filled.filter(cell => cell.column > 0);
  if (others.length > 0 && others.every(cell => isNumeric(cell.words))) return 0;
  const first = filled.filter(cell => cell.column === 0);
  const texts = first.map(loneText);
  if (texts.every(text => /^\d{1,3}$/.test(text))) return 1;
  const numbers = new Set(texts.map(text => text.replace(/\.$/, '')));
  const areFlush = flushShare(others) >= FLUSH_SHARE;
  const isClause = (text: string) => {
    const [, parent = '', last = ''] = (areFlush && CLAUSE.exec(text)) || [];
    return parent !== '' && (numbers.has(parent) || countsAmong(`${parent}.${last}`, numbers));
  };
  return texts.filter(text => MARKER.test(text) || isClause(text)).length / Math.max(1, first.length);
}

/** Of a cell of one word; empty for others. */
const loneText = ({ words: [word, ...others] }: DraftCell): string =>
  others.length === 0 ? (word?.text ?? '') : '';

/** Share of bullets and numbers with a sign behind them among the texts of the first column alone: titles between items stand over both. */
export function besideShare(filled: readonly DraftCell[]): number {
  const beside = filled.filter(({ column, colspan }) => column === 0 && colspan === 1);
  const marked = beside.filter(cell => MARKER.test(loneText(cell)));
  return marked.length / Math.max(1, beside.length);
}

/** Share of the texts behind the numbers of clauses that begin at one place; in tables they may end or have their middles there. */
const FLUSH_SHARE = 0.6;

function flushShare(cells: readonly DraftCell[]): number {
  const lefts = cells.map(({ words }) => around(words).left);
  const usual = median(lefts);
  return lefts.filter(left => Math.abs(left - usual) < FLUSH_PT).length / Math.max(1, lefts.length);
}

/** The number of a clause or a section, which stands below another or counts on: `8.1.` behind `8.`, `8.2` behind `8.1`. */
const CLAUSE = /^(\d{1,3}(?:\.\d{1,3}){0,3})\.(\d{1,3})\.?$/;

/** Whether a cell holds a bullet, a number or the label of a section, and nothing else. */
export const isNumber = ({ words }: DraftCell): boolean => {
  const text = words.map(word => word.text).join(' ');
  return isMarker(text) || isWordedNumber(text);
};

/** Whether the rows are numbered headings, a number and a text, both in bold, and the items of lists below them. */
export function areHeadings(filled: readonly DraftCell[]): boolean {
  const rows = [...Map.groupBy(filled, cell => cell.row).values()];
  return rows.some(isHeading) && rows.every(row => isHeading(row) || isItem(row));
}

function isHeading([number, title, ...others]: readonly DraftCell[]): boolean {
  return (
    number !== undefined &&
    title !== undefined &&
    others.length === 0 &&
    isNumber(number) &&
    areBold([...number.words, ...title.words])
  );
}

const isItem = ([item, ...others]: readonly DraftCell[]): boolean =>
  item !== undefined && item.column > 0 && others.length === 0 && BULLET.test(item.words[0]?.text ?? '');

/** Whether a cell holds a bullet and nothing else. */
export const isBullet = (cell: DraftCell): boolean => BULLET.test(loneText(cell));

/** … or those of several rows, as where lists side by side are set with different leading. */
const holdsBullets = ({ words }: DraftCell): boolean => words.every(({ text }) => BULLET.test(text));

/** Fewer bullets below each other are no list. */
const LISTED_LEAST = 2;

/** Sides of texts that end at the right margin (points). */
const FLUSH_PT = 2;

/**
 * Whether nothing but bullets stands before the texts: in every other column, of lists side by side; in the first of three, where
 * labels end in a colon, or dates and places end at the right margin; or in the second, of a list beside one whose bullets stand with
 * their texts.
 */
export function areBulleted(filled: readonly DraftCell[], columns: number): boolean {
  const byColumn = Map.groupBy(filled, cell => cell.column);
  const cellsOf = (column: number) => byColumn.get(column) ?? [];
  const areBullets = (column: number) =>
    cellsOf(column).length >= LISTED_LEAST && cellsOf(column).every(holdsBullets);
  if (columns === 3) {
    const rights = cellsOf(2).map(({ words }) => around(words).right);
    const isFlush = Math.max(...rights) - Math.min(...rights) < FLUSH_PT;
    const areLabels = cellsOf(1).every(({ words }) => words.at(-1)?.text.endsWith(':'));
    const areItems = cellsOf(0).filter(({ words: [word] }) => BULLET.test(word?.text ?? ''));
    // Arrows and dashes may lead from one text to the other.
    const areSurely = (column: number) =>
      areBullets(column) &&
      cellsOf(column).every(({ words }) => words.every(({ text }) => BULLETED.test(text)));
    return (areBullets(0) && (isFlush || areLabels)) || (areSurely(1) && areItems.length >= LISTED_LEAST);
  }
  const leading = Array.from({ length: columns / 2 }, (_, at) => 2 * at);
  return columns % 2 === 0 && leading.every(areBullets);
}

/**
 * Share of the texts below the first row that a bullet stands before, in the same cell or in one of its own. A sign
 * that stands before nothing is a mark in a table and a text like any other.
 */
export function bulletedShare(filled: readonly DraftCell[]): number {
  const below = filled.filter(cell => cell.row > 0);
  const bullets = new Set<DraftCell>();
  const bulleted = below.filter((cell, i) => {
    if (isBullet(cell)) return false;
    const previous = below[i - 1];
    const apart = previous?.row === cell.row && previous.column === cell.column - 1 && isBullet(previous);
    if (apart) bullets.add(previous);
    return apart || (cell.words.length > 1 && BULLET.test(cell.words[0]?.text ?? ''));
  });
  return bulleted.length / Math.max(1, below.length - bullets.size);
}

/**
 * Share of rows that are items of a list: a marker, numbers among them, and one text after it. Bare numbers count
 * as markers where they go on from the row before; a nested list has its markers in the next column. Lists side by
 * side have one marker and one text each.
 */
export function itemShare(filled: readonly DraftCell[]): number {
  const rows = [...Map.groupBy(filled, cell => cell.row).values()].filter(row => row.length > 1);
  const values = rows.map(([first]) => markerValue(first));
  const items = rows.filter((row, at) => {
    const value = values[at] ?? null;
    if (value === null) return false;
    if (row.length > 2) return areItemsBeside(row);
    return value === 0 || values.some((other, place) => place !== at && Math.abs((other ?? 0) - value) === 1);
  });
  return items.length / Math.max(1, rows.length);
}

/** Bare numbers are values here. */
const areItemsBeside = (row: readonly DraftCell[]): boolean =>
  row.length % 2 === 0 && row.every((cell, at) => (markerValue(cell) === 0) === (at % 2 === 0));

/** The number that a cell with nothing but a marker shows, 0 for markers without one; null for other cells. */
function markerValue(cell: DraftCell | undefined): number | null {
  const text = cell === undefined ? '' : loneText(cell);
  if (/^\d{1,3}$/.test(text)) return Number(text) || null;
  return MARKER.test(text) ? 0 : null;
}
