/** Decides which lines of a table form one row: wrapped cells, and cells centred in their row's height. */

import { startsSmall } from '../../../text/scripts.ts';
import type { TableLine } from './table-lines.ts';
import { isNumeric } from './values.ts';
import { areBold } from './words.ts';
import {
  type ColumnWidths,
  columnWidths,
  isEndOfLabel,
  isRestOfLabel,
  isRestOfWord,
  WRAP_PITCH_EM,
  wrapVotes,
} from './wraps.ts';

/** Baselines closer than this cannot be two lines of one cell: they are one row, set at different heights. */
export const OVERLAP_PITCH_EM = 0.85;
/** Lines within cells can be told from rows if their distance is at most this share of that between rows. */
export const TIGHT_PITCH_SHARE = 0.83;
/** Lines of one text are at most this far apart where rows are farther: one and a half is a usual line height of style sheets. */
const TIGHT_PITCH_EM = 1.52;
/** At least this many columns, all filled, and this many steps from one such line to the next show the distance of rows. */
const FULL_COLUMNS_MIN = 4;
const FULL_STEPS_MIN = 2;
const SAME_PITCH = 1.1;
/** Fewer lines of labels and values may belong to two rows. */
const LABELLED_LINES = 4;
/**
 * Number of lines above in which the line before in the same column is searched: cells of a row are interleaved by two
 * or three lines.
 */
const LOOK_BACK_LINES = 6;

/**
 * Groups lines into rows, from top to bottom. `rowPitch` is the distance of rows, if others of the table show it;
 * `widths` are those of the whole table's columns.
 */
export function mergeRows(
  lines: readonly TableLine[],
  rowPitch = 0,
  widths: ColumnWidths = columnWidths(lines),
): TableLine[][] {
  const rows: TableLine[][] = [];
  const tight = tightPitch(lines, rowPitch);
  const pitches = { tight, areRows: tight > 0 && areRowsAt(tight, lines) };
  const areFigures = lines.filter(hasLabelledFigures).length >= LABELLED_FIGURES_MIN;
  const isLabelled = tight === 0 && lines.length >= LABELLED_LINES && lines.every(beginsWithLabel);
  const lastFull = tight > 0 ? lastOfFullRows(tight, lines) : lines.length;
  for (const [at, line] of lines.entries()) {
    const row = rows.at(-1);
    // If each line has a label, all at one distance, only a line that continues a label is no row of its own.
    const mayBeRow = isLabelled || (at > lastFull && beginsWithLabel(line));
    const isRow = mayBeRow && !startsSmall(line.slots[0]?.words[0]?.text ?? '');
    const isEnd = areFigures && row?.[0] !== undefined && isEndOfLabel(row[0], line, widths);
    const isRest = row && (isEnd || isRestOfWord(row, line));
    if (row && (isRest || (!isRow && continues(row, line, pitches, widths)))) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

const beginsWithLabel = ({ slots: [label, ...values] }: TableLine): boolean =>
  label?.column === 0 && values.length > 0;

/** At least this many rows of a label and numbers only show that the other lines are such rows, too. */
const LABELLED_FIGURES_MIN = 3;

function hasLabelledFigures(line: TableLine): boolean {
  const [label, ...values] = line.slots;
  const isNamed = label?.words.some(({ text }) => /\p{L}{2}/u.test(text)) === true;
  return isNamed && beginsWithLabel(line) && values.every(({ words }) => isNumeric(words));
}

/**
 * Returns the distance of lines inside a cell if it is clearly less than that of rows; 0 where all lines are equally
 * far apart. Measured within one column, because cells centred in their row's height have lines between.
 */
function tightPitch(lines: readonly TableLine[], rowPitch: number): number {
  const size = Math.max(0, ...lines.map(line => line.size));
  const pitches = lines.flatMap((line, i) => {
    const above = lines
      .slice(Math.max(0, i - LOOK_BACK_LINES), i)
      .findLast(other => sharesColumn(other, line));
    const pitch = above ? line.baseline - above.baseline : 0;
    // A label centred beside several rows is far from the one above, whatever the distance of rows.
    const isLabel = columnsOfLine(line).every(column => column === 0) && pitch > WRAP_PITCH_EM * size;
    return above && !isLabel ? [pitch] : [];
  });
  const sorted = [...pitches, rowPitch].filter(pitch => pitch > 0).sort((a, b) => a - b);
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return high > 0 && low / high <= TIGHT_PITCH_SHARE && low <= TIGHT_PITCH_EM * size ? low : 0;
}

/** At least this many steps from a label with its numbers to the next show the distance of rows. */
const ROW_STEPS_MIN = 2;

/** Whether rows are as close as the lines of one cell: labels and numbers stand directly below labels and numbers. */
function areRowsAt(pitch: number, lines: readonly TableLine[]): boolean {
  const steps = lines.filter((line, at) => {
    const above = lines[at - 1];
    if (!above || !beginsWithLabel(above) || !beginsWithLabel(line)) return false;
    const isNear = line.baseline - above.baseline < SAME_PITCH * pitch;
    return isNear && numbersBelow(above, line) >= NUMBERS_MIN;
  });
  return steps.length >= ROW_STEPS_MIN;
}

/** Least number of numbers in one line below those of another; fewer may be the rest of a wrapped number. */
const NUMBERS_MIN = 2;

function numbersBelow(above: TableLine, line: TableLine): number {
  const upper = new Set(numberColumns(above));
  return numberColumns(line).filter(column => upper.has(column)).length;
}

const numberColumns = ({ slots }: TableLine): number[] =>
  slots.filter(slot => isNumeric(slot.words)).map(slot => slot.column);

/**
 * Returns the index of the last line that fills all of many columns, if such lines follow each other at this distance:
 * then it is the distance of rows, and lines below may be rows without text in some columns. Otherwise returns the
 * number of lines.
 */
function lastOfFullRows(pitch: number, lines: readonly TableLine[]): number {
  const columns = Math.max(...lines.map(line => line.slots.length));
  const isFull = (line: TableLine | undefined) => line?.slots.length === columns;
  const steps = lines.filter((line, at) => {
    const above = lines[at - 1];
    return isFull(above) && isFull(line) && line.baseline - (above?.baseline ?? 0) < SAME_PITCH * pitch;
  });
  const areRows = columns >= FULL_COLUMNS_MIN && steps.length >= FULL_STEPS_MIN;
  return areRows ? lines.findLastIndex(isFull) : lines.length;
}

function sharesColumn(one: TableLine, other: TableLine): boolean {
  return one.slots.some(({ column, colspan }) =>
    other.slots.some(slot => slot.column < column + colspan && slot.column + slot.colspan > column),
  );
}

interface Pitches {
  /** Distance of lines inside a cell, or 0. */
  tight: number;
  /** Whether rows are equally close. */
  areRows: boolean;
}

function continues(
  row: readonly TableLine[],
  line: TableLine,
  { tight, areRows }: Pitches,
  widths: ColumnWidths,
): boolean {
  const last = row.at(-1);
  if (!last) return false;
  const above = row.findLast(other => sharesColumn(other, line));
  const size = Math.max(line.size, last.size);
  const isOverlapping = line.baseline - last.baseline <= OVERLAP_PITCH_EM * size;
  if (!above) return isOverlapping || isCentredLabel(row, line, tight);
  const pitch = line.baseline - above.baseline;
  if (pitch <= OVERLAP_PITCH_EM * size || pitch > WRAP_PITCH_EM * size) return false;
  if (isHeading(above, line)) return false;
  const isTight = tight > 0 && pitch <= tight * 1.1;
  const filled = new Set(row.flatMap(columnsOfLine));
  const own = columnsOfLine(line);
  const bringsLabel = !filled.has(0) && own.includes(0);
  const bringsValues = isOverlapping || (bringsLabel && wrapVotes(row, line, widths) > 0);
  if (bringsValues && isTight && !areValues(above, line)) return true;
  if (line.slots.some(slot => isNumeric(slot.words))) return false;
  if (isOverlapping) return tight === 0;
  if ((tight === 0 || isTight) && wrapVotes(row, line, widths) > 0) return true;
  if ((tight === 0 || areRows) && filled.size > 1 && isRestOfLabel(above, line, widths)) return true;
  if (areRows && own.includes(0)) return false;
  if (isTight && bringsLabel) return true;
  if (!own.every(column => filled.has(column))) return false;
  const wrapped = own.length < filled.size && !own.includes(0);
  return tight > 0 ? isTight && (wrapped || own.length < filled.size) : wrapped;
}

/** Whether a line is a single bold label below one that is not bold: the heading of the rows below. */
function isHeading(above: TableLine, line: TableLine): boolean {
  const [label, ...others] = line.slots;
  const upper = above.slots.find(slot => slot.column === 0);
  if (label?.column !== 0 || others.length > 0 || upper === undefined) return false;
  return areBold(label.words) && !areBold(upper.words);
}

/**
 * Whether numbers stand below numbers beside a text, so that they belong to another row; alone they may be the rest of
 * wrapped numbers.
 */
export function areValues(above: TableLine, line: TableLine): boolean {
  if (line.slots.every(slot => isNumeric(slot.words))) return false;
  return numbersBelow(above, line) > 0;
}

/** Whether a line is a label centred in its row's height, which comes after the first lines of a taller cell. */
function isCentredLabel(row: readonly TableLine[], line: TableLine, tight: number): boolean {
  const last = row.at(-1);
  const labelled = row.flatMap(columnsOfLine).includes(0);
  return (
    last !== undefined &&
    !labelled &&
    columnsOfLine(line).includes(0) &&
    line.baseline - last.baseline <= tight * 1.1
  );
}

function columnsOfLine(line: TableLine): number[] {
  const columns: number[] = [];
  for (const { column, colspan } of line.slots)
    for (let at = column; at < column + colspan; at += 1) columns.push(at);
  return columns;
}
