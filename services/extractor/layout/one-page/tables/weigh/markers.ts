/** Recognises lists, which look like tables of two columns: bullets or numbers, and text. */
import { around, median } from '../../../page/geometry.ts';
import { BULLET, BULLETED, isMarker } from '../../../text/markers.ts';
import { countsAmong, isWordedNumber } from '../../../text/section-numbers.ts';
import type { DraftCell } from '../shape/draft.ts';
import { isNumeric } from '../shape/values.ts';
import { areBold } from '../shape/words.ts';

const MARKER = /^(?:[\p{Po}\p{So}\p{Sm}\p{Pd}\p{Co}○●◦■□▪o*]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)])$/iu;

/**
 * Returns the share of bullets and numbers in the first column. Numbers alone count where no head says what they are;
 * before numbers they are values, not markers.
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

/** Returns the text of a cell of one word; an empty string for other cells. */
const loneText = ({ words: [word, ...others] }: DraftCell): string =>
  others.length === 0 ? (word?.text ?? '') : '';

/**
 * Returns the share of bullets, and of numbers with a punctuation mark, among the texts in the first column only:
 * titles between items stand over both columns.
 */
export function besideShare(filled: readonly DraftCell[]): number {
  const beside = filled.filter(({ column, colspan }) => column === 0 && colspan === 1);
  const marked = beside.filter(cell => MARKER.test(loneText(cell)));
  return marked.length / Math.max(1, beside.length);
}

/** Least share of the texts after clause numbers that begin at one place; in tables they may be right-aligned or centred. */
const FLUSH_SHARE = 0.6;

function flushShare(cells: readonly DraftCell[]): number {
  const lefts = cells.map(({ words }) => around(words).left);
  const usual = median(lefts);
  return lefts.filter(left => Math.abs(left - usual) < FLUSH_PT).length / Math.max(1, lefts.length);
}

/** The number of a clause or a section, which is below another or the next one: `8.1.` after `8.`, `8.2` after `8.1`. */
const CLAUSE = /^(\d{1,3}(?:\.\d{1,3}){0,3})\.(\d{1,3})\.?$/;

/** Whether a cell contains only a bullet, a number or the label of a section. */
export const isNumber = ({ words }: DraftCell): boolean => {
  const text = words.map(word => word.text).join(' ');
  return isMarker(text) || isWordedNumber(text);
};

/** Whether the rows are numbered headings (a number and a text, both bold) and the list items below them. */
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

/** Whether a cell contains only a bullet. */
export const isBullet = (cell: DraftCell): boolean => BULLET.test(loneText(cell));

/** Whether a cell contains only bullets, of several rows if lists side by side have different leading. */
const holdsBullets = ({ words }: DraftCell): boolean => words.every(({ text }) => BULLET.test(text));

/** Fewer bullets below each other are no list. */
const LISTED_LEAST = 2;

/** In points: texts whose ends differ by less are aligned at the right margin. */
const FLUSH_PT = 2;

/**
 * Whether there are only bullets before the texts: in every other column, for lists side by side; in the first of
 * three, where labels end in a colon, or dates and places are right-aligned; or in the second, for a list beside one
 * whose bullets are in the same cells as their texts.
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
 * Returns the share of the texts below the first row with a bullet before them, in the same cell or in one of its own.
 * A symbol before nothing is a mark in a table, and a text like any other.
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
 * Returns the share of rows that are items of a list: a marker, which may be a number, and one text after it. Numbers
 * alone count as markers where they continue the count of the row before; a nested list has its markers in the next
 * column. Lists side by side have one marker and one text each.
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

/** Numbers alone are values here. */
const areItemsBeside = (row: readonly DraftCell[]): boolean =>
  row.length % 2 === 0 && row.every((cell, at) => (markerValue(cell) === 0) === (at % 2 === 0));

/** Returns the number shown by a cell that contains only a marker, 0 for markers without a number; null for other cells. */
function markerValue(cell: DraftCell | undefined): number | null {
  const text = cell === undefined ? '' : loneText(cell);
  if (/^\d{1,3}$/.test(text)) return Number(text) || null;
  return MARKER.test(text) ? 0 : null;
}
