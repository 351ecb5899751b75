/** Divides rows of a grid that contain several rows of text: some tables are ruled only around their body. */

import { around, median } from '../../../page/geometry.ts';
import { HAN_AND_KANA } from '../../../text/scripts.ts';
import { columnsOf, type Draft, type DraftCell, isFilled, rowsOf } from '../shape/draft.ts';
import { withItemsWhole } from '../shape/item-wraps.ts';
import { mergeRows } from '../shape/row-merge.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { isPartedInWord, linesOf, lineText } from '../shape/text.ts';
import { isNumeric } from '../shape/values.ts';
import { WIDE_SPACE_EM, type Word } from '../shape/words.ts';

/** Two rows need at least this many columns that contain both, or fewer where all but the labels are numbers. */
const PAIR_COLUMNS = 3;
/** A ruled row is taken for several rows from this many rows of text on, … */
const TALL_ROW_LINES = 3;
/** … if at least this share of them fill more than one column, … */
const TALL_ROW_FILLED = 0.6;
/** … at least this share of the lines in its first column are texts of their own, … */
const TALL_ROW_LABELS = 0.8;
/** … and at least this share of one of the columns are numbers, since words may be a list inside one cell. */
const TALL_ROW_NUMBERS = 0.6;
/** At least this many columns of numbers show rows whose labels have further lines, if this share of the rows has numbers. */
const NUMBERED_COLUMNS = 2;
const NUMBERED_ROWS = 0.8;
/** Without numbers, rows are at least this far apart; lines of one text are nearer. */
const TALL_ROW_PITCH_EM = 1.35;
/** White space in all cells of a ruled row at once separates rows from this many line distances on, … */
const PART_PITCH_SHARE = 1.7;
/** … if at least this share of them have more than a label. */
const PART_ROWS_SHARE = 0.6;
/** Smaller white space separates them if it is still this many times that between lines … */
const CLOSE_PART_SHARE = 1.25;
/** … and each row fills this share of at least three columns. */
const CLOSE_PART_FILLED = 0.75;
/**
 * Rows of a printed form or calendar are equally high within this (points): if at least so many of them are single
 * rows, all are.
 */
const SAME_HEIGHT_PT = 1;
const WHOLE_ROWS_MIN = 2;
/** Superscripts of such a row are at most this far above its first baseline. */
const PART_RISE_EM = 0.5;

const BREAKS_ANYWHERE = new RegExp(`[${HAN_AND_KANA}]`, 'u');

export function splitTallRows(draft: Draft): Draft {
  const cells = Map.groupBy(
    draft.cells.filter(cell => cell.rowspan === 1),
    cell => cell.row,
  );
  const splits = new Map<number, TableLine[][]>();
  let count = rowsOf(draft);
  for (let row = count - 1; row >= 0; row -= 1) {
    const rows = rowsInside(draft, cells.get(row) ?? [], count);
    if (rows.length < 2) continue;
    splits.set(row, rows);
    count += rows.length - 1;
  }
  const filled = [...cells].filter(([, own]) => own.some(isFilled)).map(([row]) => row);
  const kept = new Map([...splits].filter(([row]) => !isOneOfMany(row, filled, draft, splits)));
  return kept.size === 0 ? draft : splitRows(draft, kept);
}

/** Whether most of the rows that are ruled as high as this one are single rows: weeks of a calendar, forms to fill in. */
function isOneOfMany(
  row: number,
  filled: readonly number[],
  { ys }: Draft,
  splits: ReadonlyMap<number, unknown>,
): boolean {
  const heightOf = (at: number) => (ys[at + 1] ?? 0) - (ys[at] ?? 0);
  const alike = filled.filter(at => Math.abs(heightOf(at) - heightOf(row)) <= SAME_HEIGHT_PT);
  const whole = alike.filter(at => !splits.has(at));
  return whole.length >= WHOLE_ROWS_MIN && whole.length > alike.length / 2;
}

/** Returns the rows of text in one row of a grid of `count` rows; empty where it is a single row. */
function rowsInside(draft: Draft, cells: readonly DraftCell[], count: number): TableLine[][] {
  const covered = cells.reduce((sum, cell) => sum + cell.colspan, 0);
  const filled = cells.filter(isFilled);
  if (covered < columnsOf(draft) || filled.length < 2) return [];
  const columns = filled.map(cell => linesOf(cell.words));
  // Most rows have one line.
  if (columns.every(lines => lines.length < 2)) return [];
  const lines = linesOf(filled.flatMap(cell => cell.words)).map(line =>
    toTableLine(line, edgesOf(cells, draft)),
  );
  const rows = rowsOfLines(filled, columns, lines, draft, count);
  return rows.length > 0 ? rows : levelParts(filled, columns, lines);
}

/** Returns the edges of the row's own cells: other cells of the grid may divide what is one column here. */
function edgesOf(cells: readonly DraftCell[], { xs }: Draft): number[] {
  const starts = cells.map(({ column }) => column).sort((one, other) => one - other);
  return [...starts.map(column => xs[column] ?? 0), xs.at(-1) ?? 0];
}

/** Returns the rows whose lines stand beside each other in all columns. */
function rowsOfLines(
  filled: readonly DraftCell[],
  columns: readonly Word[][][],
  lines: readonly TableLine[],
  draft: Draft,
  count: number,
): TableLine[][] {
  const [labels] = columns;
  if (!labels || labels.length < 2) return [];
  const areOwn = areLabels(labels, filled[0], draft);
  if (!areOwn && columns.filter(isNumberColumn).length < NUMBERED_COLUMNS) return [];
  const rows = mergeRows(lines);
  if (!areOwn) return areNumbered(rows) ? withItemsWhole(rows) : [];
  if (rows.length === 2 && isPair(columns, filled, rows, draft)) return rows;
  const filledRows = rows.filter(lines => columnsUsed(lines) > 1).length;
  if (rows.length < TALL_ROW_LINES || filledRows < TALL_ROW_FILLED * rows.length) return [];
  return columns.some(isNumberColumn) || isLabelled(columns, rows, count) ? rows : [];
}

/**
 * Whether each row begins with a label of any number of lines, and most below the first have numbers after it, no two
 * of them below each other.
 */
function areNumbered(rows: readonly TableLine[][]): boolean {
  const numbers = rows.map(lines =>
    lines.flatMap(({ slots }) =>
      slots.filter(({ column, words }) => column > 0 && isNumeric(words)).map(({ column }) => column),
    ),
  );
  return (
    rows.length >= TALL_ROW_LINES &&
    rows.every(lines => lines[0]?.slots[0]?.column === 0) &&
    numbers.every(columns => new Set(columns).size === columns.length) &&
    numbers.filter((columns, row) => row === 0 || columns.length > 0).length >= NUMBERED_ROWS * rows.length
  );
}

/** Whether the cells have two lines in all columns, each a text of its own, with a number below a number in one of them. */
function isPair(
  columns: readonly Word[][][],
  filled: readonly DraftCell[],
  rows: readonly TableLine[][],
  draft: Draft,
): boolean {
  return (
    (columns.length >= PAIR_COLUMNS || columns.slice(1).every(lines => lines.every(isNumeric))) &&
    columns.length === columnsOf(draft) &&
    rows.every(lines => lines.length === 1 && columnsUsed(lines) === columns.length) &&
    columns.some(lines => lines.every(isNumeric)) &&
    columns.every((lines, i) => areLabels(lines, filled[i], draft))
  );
}

/**
 * Returns rows that white space separates in all cells at once. Where the space is as high as an empty line, each row
 * has a label in the first column, at its beginning or, beside at least two columns, in one of its lines alone, and
 * most rows have more than the label. Where it is less, there are at least three columns, (nearly) all of them filled
 * in each row.
 */
function levelParts(
  filled: readonly DraftCell[],
  columns: readonly Word[][][],
  lines: readonly TableLine[],
): TableLine[][] {
  const pitches = columns.flatMap(own => {
    const baselines = own.map(line => line[0]?.baseline ?? 0);
    return baselines.slice(1).map((baseline, i) => baseline - (baselines[i] ?? baseline));
  });
  const line = Math.min(...pitches);
  const wide = partedBy(lines, PART_PITCH_SHARE * line);
  const labelled = wide.every(part => {
    const labels = part.filter(({ slots }) => slots.some(slot => slot.column === 0));
    const isOne = filled.length > 2 && labels.length === 1;
    return labels[0] !== undefined && (labels[0] === part[0] || isOne);
  });
  const rows = wide.filter(part => columnsUsed(part) > 1).length;
  if (labelled && isWrapped(wide) && rows > 1 && rows >= PART_ROWS_SHARE * wide.length) return wide;
  const close = partedBy(lines, CLOSE_PART_SHARE * line);
  const full = close.every(part => columnsUsed(part) >= CLOSE_PART_FILLED * filled.length);
  const enough = filled.length > 2 && close.length >= TALL_ROW_LINES;
  return enough && full && isWrapped(close) ? close : [];
}

/** Groups lines, beginning a new group where the distance to the next line is at least `least`. */
function partedBy(lines: readonly TableLine[], least: number): TableLine[][] {
  const parts: TableLine[][] = [];
  for (const line of lines) {
    const last = parts.at(-1)?.at(-1);
    if (last && line.baseline - last.baseline < least) parts.at(-1)?.push(line);
    else parts.push([line]);
  }
  return parts;
}

const isWrapped = (parts: readonly TableLine[][]): boolean => parts.some(part => part.length > 1);

const columnsUsed = (lines: readonly TableLine[]): number =>
  new Set(lines.flatMap(line => line.slots.map(slot => slot.column))).size;

/** Whether numbers stand below each other: they are values of different rows. */
function isNumberColumn(lines: readonly Word[][]): boolean {
  return lines.length >= TALL_ROW_LINES && lines.filter(isNumeric).length >= TALL_ROW_NUMBERS * lines.length;
}

/**
 * Whether rows without numbers are labelled: in the single row under the head, texts are farther apart than the lines
 * of a text are.
 */
function isLabelled(columns: readonly Word[][][], rows: readonly TableLine[][], count: number): boolean {
  const labels = columns[0] ?? [];
  if (count > 2) return false;
  const pitches = rows.slice(1).map((lines, i) => {
    const above = rows[i]?.at(-1);
    const [line] = lines;
    return line && above ? (line.baseline - above.baseline) / line.size : 0;
  });
  return labels.length >= TALL_ROW_FILLED * rows.length && median(pitches) >= TALL_ROW_PITCH_EM;
}

/**
 * Whether each line is a text of its own, not the continuation of a wrapped one: it begins with a capital or a number,
 * or the line before ends although this one's first word would have fitted there.
 */
function areLabels(lines: readonly Word[][], cell: DraftCell | undefined, { xs }: Draft): boolean {
  if (!cell) return false;
  const [left, right] = [xs[cell.column] ?? 0, xs[cell.column + cell.colspan] ?? 0];
  const inset = Math.max(0, around(cell.words).left - left);
  // The rest of a broken number shows nothing about the lines.
  const whole = lines.filter((line, i) => !isPartedInWord(lineText(lines[i - 1] ?? []), lineText(line)));
  const own = whole.slice(1).filter((next, i) => {
    const [first] = next;
    if (!first || /^[\p{Lu}\p{N}]/u.test(first.text)) return true;
    const end = (whole[i]?.at(-1)?.right ?? right) + WIDE_SPACE_EM * first.size;
    // Chinese and Japanese lines may break after any character.
    const width = BREAKS_ANYWHERE.test(first.text) ? first.size : first.right - first.left;
    return end + width <= right - inset;
  });
  return own.length >= TALL_ROW_LABELS * (whole.length - 1) && (whole.length > 1 || lines.length < 2);
}

/** Divides rows. `splits` are the rows of text by the row of the grid that contains them. */
function splitRows(draft: Draft, splits: ReadonlyMap<number, TableLine[][]>): Draft {
  const ys: number[] = [];
  /** Where each row of the grid begins now. */
  const starts: number[] = [];
  draft.ys.forEach((y, row) => {
    starts.push(ys.length);
    ys.push(y, ...edgesBetween(splits.get(row) ?? []));
  });
  const cells = draft.cells.flatMap(cell => {
    const moved = { ...cell, row: starts[cell.row] ?? cell.row };
    const rows = splits.get(cell.row);
    return rows ? splitCell(moved, rows) : [moved];
  });
  return { ...draft, ys, cells };
}

function edgesBetween(rows: readonly TableLine[][]): number[] {
  return rows.slice(1).map((lines, i) => {
    const above = Math.max(...(rows[i] ?? []).map(line => line.bottom));
    return (above + Math.min(...lines.map(line => line.top))) / 2;
  });
}

function splitCell(cell: DraftCell, rows: readonly TableLine[][]): DraftCell[] {
  return rows.map((lines, i) => {
    const top = i === 0 ? -Infinity : Math.min(...lines.map(line => line.baseline));
    const next = Math.min(...(rows[i + 1] ?? []).map(line => line.baseline));
    const words = cell.words.filter(word => {
      const lowest = word.baseline + PART_RISE_EM * word.size;
      return lowest >= top && lowest < next;
    });
    return { ...cell, row: cell.row + i, words };
  });
}
