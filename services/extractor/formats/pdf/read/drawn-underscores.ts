/**
 * Recognises underscores drawn as rules, which TeX's old fonts lack: LaTeX draws a rule of .3 em on the baseline, .06
 * em after the letter before it (`\textunderscore` in ltoutenc.dtx), Texinfo one that is .07 em from both of its
 * letters (`\_` in texinfo.tex). Without it `MAX_SIZE` would be two words.
 */
import type { Rule, TextItem } from '../../../layout/page/content.ts';

const WIDTH_EM = 0.3;
const KERN_EM = 0.06;
/** An em of TeX's fonts is .98 (12 pt) to 1.36 (5 pt) of their size. */
const EM_MIN = 0.95;
const EM_MAX = 1.4;
/** Tolerance for rounding and for the slant of italics. */
const SLACK_EM = 0.03;
/** TeX's rules are .4 pt thick and stand on the baseline. */
const THICKNESS_MAX_PT = 0.6;
const RISE_MAX_PT = 0.6;
/** Width in the smallest type, and in the largest that is considered. */
const WIDTH_MIN_PT = 1.2;
const WIDTH_MAX_PT = 12;
/** A plot has more dashes, and no names. */
const DASHES_CEILING = 2_000;

/** One underscore, or several in a row. */
export interface DrawnUnderscores {
  start: number;
  end: number;
  /** The y coordinate of its middle. */
  position: number;
  rules: Rule[];
}

const ENDS_IN_LETTER = /[\p{L}\p{N})\]]$/u;
const BEGINS_WITH_LETTER = /^[\p{L}\p{N}]/u;

const endOf = (item: TextItem): number => item.left + item.width;

/** Returns the rules that are underscores: a letter stands directly before or after them. */
export function underscoresAmong(rules: readonly Rule[], items: readonly TextItem[]): DrawnUnderscores[] {
  const dashes = rules.filter(isDash);
  if (dashes.length === 0 || dashes.length > DASHES_CEILING) return [];
  const levels = Map.groupBy(items, item => Math.round(item.baseline));
  return rowsOf(dashes).filter(row => {
    const level = Math.round(row.position);
    const near = [level - 1, level, level + 1].flatMap(at => levels.get(at) ?? []);
    return near.some(
      item =>
        (isBehind(row, item) && ENDS_IN_LETTER.test(item.text)) ||
        (isBefore(row, item) && BEGINS_WITH_LETTER.test(item.text)),
    );
  });
}

function isDash({ orientation, start, end, thickness }: Rule): boolean {
  const width = end - start;
  return (
    orientation === 'horizontal' &&
    thickness <= THICKNESS_MAX_PT &&
    width >= WIDTH_MIN_PT &&
    width <= WIDTH_MAX_PT
  );
}

function rowsOf(dashes: readonly Rule[]): DrawnUnderscores[] {
  const rows: DrawnUnderscores[] = [];
  for (const dash of dashes.toSorted((one, other) => one.start - other.start)) {
    const { position, start, end } = dash;
    const row = rows.find(
      each =>
        Math.abs(each.position - position) < RISE_MAX_PT &&
        isKern(start - each.end, (end - start) / WIDTH_EM),
    );
    if (row === undefined) rows.push({ position, start, end, rules: [dash] });
    else {
      row.rules.push(dash);
      row.end = end;
    }
  }
  return rows;
}

function isKern(gap: number, size: number): boolean {
  return Math.abs(gap - KERN_EM * size) < SLACK_EM * size;
}

/** Whether a row is as wide as underscores in this type, and on its baseline. */
function isSetIn(row: DrawnUnderscores, { size, baseline, angle }: TextItem): boolean {
  const first = row.rules[0];
  if (first === undefined || angle !== 0 || Math.abs(row.position - baseline) > RISE_MAX_PT) return false;
  const em = (first.end - first.start) / WIDTH_EM;
  return em > EM_MIN * size && em < EM_MAX * size;
}

const isBehind = (row: DrawnUnderscores, item: TextItem): boolean =>
  isKern(row.start - endOf(item), item.size) && isSetIn(row, item);

const isBefore = (row: DrawnUnderscores, item: TextItem): boolean =>
  touches(row.end, item) && isSetIn(row, item);

function touches(end: number, { left, size }: TextItem): boolean {
  const gap = (left - end) / size;
  return gap > -SLACK_EM && gap < KERN_EM + SLACK_EM;
}

/** Returns the words with the underscores in them, which join what they connect to one word. */
export function withDrawnUnderscores(
  items: TextItem[],
  underscores: readonly DrawnUnderscores[],
): TextItem[] {
  if (underscores.length === 0) return items;
  const rows = new Set(underscores);
  const words: TextItem[] = [];
  let open = false;
  for (const item of items) {
    const before = words.at(-1);
    const goesOn = open && before !== undefined && isNext(before, item);
    const word = goesOn ? joined(before, item) : withUnderscoresBefore(item, rows);
    const row = [...rows].find(each => isBehind(each, item));
    open = row !== undefined;
    if (row !== undefined) rows.delete(row);
    if (goesOn) words.pop();
    words.push(row === undefined ? word : withUnderscores(word, row));
  }
  return words.map((word, index) => ({ ...word, index }));
}

const isNext = (before: TextItem, item: TextItem): boolean =>
  touches(endOf(before), item) && Math.abs(item.baseline - before.baseline) < SLACK_EM * item.size;

function joined(before: TextItem, item: TextItem): TextItem {
  return { ...before, text: before.text + item.text, width: endOf(item) - before.left };
}

function withUnderscores(word: TextItem, { rules, end }: DrawnUnderscores): TextItem {
  return { ...word, text: word.text + '_'.repeat(rules.length), width: end - word.left };
}

function withUnderscoresBefore(item: TextItem, rows: Set<DrawnUnderscores>): TextItem {
  const row = [...rows].find(each => isBefore(each, item) && BEGINS_WITH_LETTER.test(item.text));
  if (row === undefined) return item;
  rows.delete(row);
  const { rules, start } = row;
  return {
    ...item,
    text: '_'.repeat(rules.length) + item.text,
    left: start,
    width: endOf(item) - start,
  };
}
