/**
 * Joins rows of labels and values that a word processor sets at tab stops, or a web page in boxes side by side. There,
 * the value is drawn right after its label, whereas columns are drawn one after the other.
 */
import { TICK_BOXES } from '../../../tick-signs.ts';
import type { TextItem } from '../../page/content.ts';
import { STREAM_GAP_EM, textOf } from '../../page/line.ts';
import { startsItem } from '../../text/markers.ts';
import { HAN_AND_KANA, startsSmall } from '../../text/scripts.ts';
import { endOf, first, gapsOf, last, type Piece } from './neighbours.ts';

/** Least number of rows whose second texts begin at one stop, and of lines that begin there at all; fewer are chance. */
const ROWS_MIN = 2;
const LINES_MIN = 3;
/** A page with more rows is a drawing or nonsense: each row is compared with the others of its stop. */
const ROWS_MAX = 1_000;
/** In points: texts at one stop begin this near to each other. */
const STOP_STEP = 2;
const LABEL_WORDS_MAX = 8;
/**
 * The stop is at most this far from where labels begin, as a share of the width of the page's text: two halves are two
 * blocks …
 */
const STOP_SHARE_MAX = 0.48;
/** … and the longest label comes this near to it. */
const SNUG_EM = 8;
/** From this share of labels that begin with a small letter on, they are lines of text in a column. */
const SMALL_SHARE_MAX = 0.2;
/**
 * A line whose label is so near its value that both were joined still has a gap wider than this, and than all its other
 * spaces.
 */
const NEAR_VALUE_EM = 0.7;
const NEAR_VALUE_SPACES = 1.5;
/** Labels before values that are mostly dates, numbers or amounts have at most this many words, … */
const FIGURE_LABEL_WORDS_MAX = 3;
/** … such values at least this many digits (`Figure` and `12` may be anything), … */
const FIGURE_DIGITS_MIN = 4;
/** … and they are at most this far apart, as are labels with a colon. */
const FIGURE_GAP_EM = 30;
/** Baselines of one row differ by less than this. */
const ROW_EM = 0.2;
/** Most words of a number at the end of a row. */
const END_WORDS_MAX = 3;
/** Lines of a list are at most this far apart. */
const LISTED_PITCH_EM = 1.6;
const IDEOGRAPH = new RegExp(`[${HAN_AND_KANA}]`, 'u');
const TICK = new RegExp(`^[${TICK_BOXES}]`, 'u');

/** Pieces that a program drew from left to right on one baseline, with white space between them. */
type Row = readonly [Piece, Piece, ...Piece[]];

export interface TabRow {
  piece: Piece;
  /** The x coordinate of the value, where a label and its value were joined. */
  stop?: number;
}

/** Returns the pieces of a page's lines, with those of one row joined. */
export function withTabRowsJoined(pieces: readonly Piece[]): TabRow[] {
  const drawn = rowsOf(pieces);
  // Most pages have no such rows.
  if (drawn.length === 0) return pieces.map(piece => ({ piece }));
  const joinedRows = new Map(pieces.flatMap(piece => joinedBefore(piece).map(row => [row, piece] as const)));
  const rows = [...drawn, ...joinedRows.keys()];
  if (rows.length > ROWS_MAX) return pieces.map(piece => ({ piece }));
  const stops = new Stops(rows, pieces);
  const joined = new Map<Piece, TabRow>();
  const taken = new Set<Piece>();
  for (const row of rows) {
    if (!areChoices(row) && !stops.hasRecord(row)) continue;
    const whole = joinedRows.get(row);
    if (whole !== undefined && (joined.has(whole) || taken.has(whole))) continue;
    joined.set(whole ?? row[0], { piece: row.flat(), stop: first(row[1]).left });
    if (whole === undefined) for (const piece of row.slice(1)) taken.add(piece);
  }
  return pieces.filter(piece => !taken.has(piece)).map(piece => joined.get(piece) ?? { piece });
}

/** Finds the rows of one stop if they are labels and values; no rows if they are anything else. */
class Stops {
  private readonly rows: ReadonlyMap<number, readonly Row[]>;
  private readonly lines: ReadonlyMap<number, number>;
  private readonly width: number;
  private readonly isBoldPage: boolean;
  private readonly records = new Map<number, readonly Row[]>();

  constructor(rows: readonly Row[], pieces: readonly Piece[]) {
    this.rows = Map.groupBy(rows, ([, value]) => placeOf(first(value)));
    const lines = new Map<number, number>();
    for (const word of pieces.flatMap(beginningsOf))
      lines.set(placeOf(word), (lines.get(placeOf(word)) ?? 0) + 1);
    this.lines = lines;
    this.width = widthOf(pieces);
    this.isBoldPage = 2 * pieces.filter(isBold).length > pieces.length;
  }

  hasRecord(row: Row): boolean {
    const place = placeOf(first(row[1]));
    const alike = this.records.get(place) ?? this.recordsAt(place);
    this.records.set(place, alike);
    const isHead = !this.isBoldPage && isHeadOf(alike, row);
    return alike.length > 0 && !isHead && isRecord(row, alike);
  }

  private recordsAt(place: number): readonly Row[] {
    const places = [place - 1, place, place + 1];
    const alike = places.flatMap(near => this.rows.get(near) ?? []);
    // Further lines of a value also begin at the stop.
    const begun = Math.max(
      alike.length,
      places.reduce((sum, near) => sum + (this.lines.get(near) ?? 0), 0),
    );
    const areSure = alike.every(endsInColon) || areLabelsOfFigures(alike);
    const isStop = alike.length >= ROWS_MIN && (begun >= LINES_MIN || areSure);
    return isStop && areLabels(alike, this.width) ? alike : [];
  }
}

/** Returns where a word begins, in steps. */
const placeOf = (word: TextItem): number => Math.round(word.left / STOP_STEP);

/** Returns the word that a piece begins with, and the one after its only wide space. */
function beginningsOf(piece: Piece): TextItem[] {
  const start = first(piece);
  const { gaps, widest, at } = widestGapOf(piece);
  const isValue =
    widest >= NEAR_VALUE_EM * start.size &&
    gaps.every((gap, other) => other === at - 1 || widest >= NEAR_VALUE_SPACES * gap);
  return isValue ? [start, piece[at] as TextItem] : [start];
}

/** Returns the gaps between words, the widest of them, and the index of the word after that. */
function widestGapOf(piece: Piece): { gaps: number[]; widest: number; at: number } {
  const gaps = gapsOf(piece);
  const widest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  return { gaps, widest, at: gaps.indexOf(widest) + 1 };
}

function rowsOf(pieces: readonly Piece[]): Row[] {
  const drawn = pieces.map(piece => ({ piece, from: firstIndexOf(piece) }));
  drawn.sort((one, other) => one.from - other.from);
  const rows: Row[] = [];
  for (let start = 0, end = 0; start < drawn.length; start = end) {
    end = start + 1;
    while (end < drawn.length && areLevel(drawn[end - 1]?.piece as Piece, drawn[end]?.piece as Piece)) end++;
    if (end - start > 1) rows.push(...rowOf(drawn.slice(start, end).map(({ piece }) => piece)));
  }
  return rows;
}

/** Returns the pieces of one baseline as a row, if white space separates all of them. */
function rowOf(run: Piece[]): Row[] {
  const [label, value, ...others] = run.sort((one, other) => first(one).left - first(other).left);
  const isParted = run.every((piece, at) => at === 0 || isBehind(run[at - 1] as Piece, piece));
  return label !== undefined && value !== undefined && isParted ? [[label, value, ...others]] : [];
}

/** Symbols of a fallback font may be drawn after the words that follow them. */
const firstIndexOf = (piece: Piece): number =>
  piece.reduce((least, { index }) => Math.min(least, index), Infinity);

const areLevel = (one: Piece, other: Piece): boolean =>
  Math.abs(first(one).baseline - first(other).baseline) < ROW_EM * first(other).size;

/** Whether white space separates two pieces of a row. Words read by OCR have no order of drawing. */
function isBehind(left: Piece, right: Piece): boolean {
  const [end, start] = [last(left), first(right)];
  const least = TICK.test(start.text) ? 0 : STREAM_GAP_EM * Math.max(start.size, end.size);
  return end.font.name !== '' && start.left - endOf(end) >= least;
}

/** Whether the row contains the choices of one question, with or without the question before them. */
const areChoices = (row: Row): boolean => row.slice(1).every(piece => TICK.test(first(piece).text));

/** Returns the row of a line whose label and value were joined before. */
function joinedBefore(piece: Piece): Row[] {
  const { widest, at } = widestGapOf(piece);
  return widest >= STREAM_GAP_EM * first(piece).size ? [[piece.slice(0, at), piece.slice(at)]] : [];
}

/** Whether the rows have short labels without digits, each before one value, and at least half of the values are numbers. */
function areLabelsOfFigures(rows: readonly Row[]): boolean {
  const figures = rows.filter(([, value]) => digitsIn(value) >= FIGURE_DIGITS_MIN).length;
  return rows.every(isShortLabel) && 2 * figures >= rows.length;
}

function isShortLabel([label, value, ...others]: Row): boolean {
  const isShort = label.length <= FIGURE_LABEL_WORDS_MAX && digitsIn(label) === 0;
  return others.length === 0 && isShort && isInReach(label, value);
}

const digitsIn = (piece: Piece): number => textOf(piece).replace(/\P{Nd}/gu, '').length;

const isInReach = (label: Piece, value: Piece): boolean =>
  first(value).left - endOf(last(label)) <= FIGURE_GAP_EM * first(value).size;

/** Whether a label has a colon, which makes it one at any distance that the eye can bridge. */
const isCalled = (row: Row): boolean => endsInColon(row) && isInReach(row[0], row[1]);

const endsInColon = ([label]: Row): boolean => /[:：]$/u.test(last(label).text);

/** Whether a row has bold texts above others: these are the heads of columns. */
const isHeadOf = (alike: readonly Row[], row: Row): boolean =>
  isBoldRow(row) && (alike.every(isBoldRow) || !alike.every(([other]) => isBold(other)));

/** Whether a row is a label and its value, two of each, or ends in a number. Three texts may be three blocks side by side. */
function isRecord(row: Row, alike: readonly Row[]): boolean {
  const [label] = row;
  const end = row.at(-1) ?? [];
  const isNumber = end.length <= END_WORDS_MAX && end.some(word => /\p{Nd}/u.test(word.text));
  return (
    (row.length % 2 === 0 || isNumber) && !areItems(row, alike) && (!isCode(label) || isListed(row, alike))
  );
}

/**
 * Whether the row's values are list items: values of other rows are items, too, or a bullet or dash shows it. A single
 * one may begin with a number: `2. Runde`.
 */
function areItems(row: Row, alike: readonly Row[]): boolean {
  const values = row.slice(1).filter(opensAsItem);
  if (values.length === 0) return false;
  const areBulleted = values.some(piece => !/^[\p{L}\p{N}]/u.test(first(piece).text));
  return areBulleted || alike.some(other => other !== row && other.slice(1).some(opensAsItem));
}

const opensAsItem = (piece: Piece): boolean => startsItem(textOf(piece));

const isBold = (piece: Piece): boolean => piece.every(word => word.font.bold);
const isBoldRow = (row: Row): boolean => row.every(isBold);

/** Whether names and options of programs stand close together in a list; otherwise they are terms above their definition. */
function isListed([label, value]: Row, alike: readonly Row[]): boolean {
  const { baseline, size } = first(label);
  const isNear = ([other]: Row) =>
    other !== label && Math.abs(first(other).baseline - baseline) < LISTED_PITCH_EM * size;
  return !isCode(value) && alike.some(isNear);
}

/** Chinese and Japanese fonts give all characters one width and do not count. */
const isCode = (piece: Piece): boolean =>
  first(piece).font.monospace && !piece.some(({ text }) => IDEOGRAPH.test(text));

/**
 * Whether the texts before one stop are labels: they have few words, are near it, and are no lines that continue in the
 * next one.
 */
function areLabels(rows: readonly Row[], width: number): boolean {
  const labels = rows.map(([label]) => label);
  const start = Math.min(...labels.map(label => first(label).left));
  const gaps = rows.map(([label, value]) => (first(value).left - endOf(last(label))) / first(value).size);
  const small = labels.filter(label => startsSmall(first(label).text)).length;
  const stop = Math.max(...rows.map(([, value]) => first(value).left));
  const isNear = stop - start <= STOP_SHARE_MAX * width && Math.min(...gaps) <= SNUG_EM;
  return (
    (isNear || areLabelsOfFigures(rows) || rows.every(isCalled)) &&
    small <= SMALL_SHARE_MAX * labels.length &&
    labels.every(isLabel)
  );
}

/** Whether a piece has only a few words and is no row itself. */
const isLabel = (piece: Piece): boolean =>
  piece.length <= LABEL_WORDS_MAX &&
  piece.some(({ text }) => /\p{L}/u.test(text)) &&
  gapsOf(piece).every(gap => gap < STREAM_GAP_EM * first(piece).size);

function widthOf(pieces: readonly Piece[]): number {
  let [left, right] = [Infinity, -Infinity];
  for (const piece of pieces) {
    left = Math.min(left, first(piece).left);
    right = Math.max(right, endOf(last(piece)));
  }
  return right - left;
}
