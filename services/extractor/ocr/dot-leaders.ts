/**
 * Finds rows of dots that lead to a page number or a value. The reader turns some of them into arbitrary marks or drops
 * them, so that words and numbers run together (`Berichten4`), and a line with hardly any letters is mistaken for
 * another script. Lines are therefore split there and read on both sides.
 */
import { around, heightOf, nearestOnLevel, surrounds } from './boxes.ts';
import type { Box, RecognizedLine } from './engine.ts';
import { median } from './median.ts';
import { baselineOf, emOf, SMALL_LETTER_EM } from './print-size.ts';

/** All sizes are in the page's letter heights. A dot has this size and is nearly as wide as high … */
const DOT = { least: 0.06, most: 0.36, shape: 2.2 };
/** … and the next dot is this far away, from centre to centre, on the same level. */
const STEP = { least: 0.15, most: 2.2, level: 0.16 };
/** An ellipsis has three; noise rarely has three in a row. */
const LEAST_DOTS = 7;
/**
 * The grain of pictures and shadows makes rows of up to twelve. A page must have a leader longer than that, or this
 * many that end at the same place (to within a letter's height).
 */
const LONG_DOTS = 14;
const LEAST_ALIGNED = 3;
/** At least this share of the steps must equal the median step, to within this fraction and a pixel. */
const EVEN_SHARE = 0.8;
const EVEN_STEP = 0.2;
/** If print at least this high stands among the dots, they are a dotted rule or a blank that was filled in. */
const LETTER = 0.5;
/** Noisy pages have ten thousand pieces of ink; no real page has more leaders than this. */
const MOST_PIECES = 30_000;
const MOST_LEADERS = 200;
/** A leader lies between these shares of its line's height, from the top. */
const LEVEL = { from: 0.4, to: 0.95 };
/** Pieces of a line narrower than this share of its height are remains at the ends and are dropped. */
const LEAST_WIDTH_SHARE = 0.3;

/** The greatest height of a dot, as a share of its line's box and in ems; higher pieces are letters of smaller print. */
const MOST_DOT = { ofLine: 0.25, em: 0.25 };

export interface DotLeader extends Box {
  dots: number;
  /** In pixels, of the middle dot. */
  dotHeight: number;
}

/** Leaders, from left to right. `components`: all pieces of ink; `height`: of the page's letters, in pixels. */
export function dotLeaders(components: readonly Box[], height: number): DotLeader[] {
  if (height === 0 || components.length > MOST_PIECES) return [];
  const rows = rowsOfDots(
    components.filter(piece => isDot(piece, height)),
    height,
  );
  const leaders = rows.filter(isEven).map(leaderOf);
  if (leaders.length === 0 || leaders.length > MOST_LEADERS) return [];
  const letters = components.filter(({ top, bottom }) => bottom - top >= LETTER * height);
  // A frame around the leader does not count: its box overlaps the leader, its ink does not.
  const kept = leaders.filter(leader => {
    const place = { ...leader, top: leader.top - height / 2 };
    return !letters.some(letter => touches(letter, place) && !surrounds(letter, place));
  });
  const isSure = ({ dots, right }: DotLeader) =>
    dots >= LONG_DOTS ||
    kept.filter(other => Math.abs(other.right - right) <= height).length >= LEAST_ALIGNED;
  return kept.some(isSure) ? kept : [];
}

const touches = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

function isDot({ left, top, right, bottom }: Box, unit: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const [least, most] = [Math.min(width, height), Math.max(width, height)];
  return most >= DOT.least * unit && most <= DOT.most * unit && most <= DOT.shape * least;
}

const middleOf = ({ left, right }: Box): number => (left + right) / 2;
const levelOf = ({ top, bottom }: Box): number => (top + bottom) / 2;

/** Rows in which each dot is next to the one before; a row may lean with its page. */
function rowsOfDots(dots: readonly Box[], unit: number): Box[][] {
  const rows: Box[][] = [];
  const reach = STEP.level * unit;
  /** The open rows by the level of their last dot, in steps of the reach. */
  const open = new Map<number, Box[]>();
  for (const dot of [...dots].sort((a, b) => a.left - b.left)) {
    const step = Math.round(levelOf(dot) / reach);
    const row = [step, step - 1, step + 1]
      .map(level => open.get(level))
      .find(found => found !== undefined && isNext(found.at(-1) ?? dot, dot, unit));
    if (row === undefined) {
      const begun = [dot];
      rows.push(begun);
      open.set(step, begun);
    } else {
      row.push(dot);
      open.set(step, row);
    }
  }
  return rows;
}

function isNext(one: Box, other: Box, unit: number): boolean {
  const step = middleOf(other) - middleOf(one);
  const isLevel = Math.abs(levelOf(other) - levelOf(one)) <= STEP.level * unit;
  return isLevel && step >= STEP.least * unit && step <= STEP.most * unit;
}

function isEven(row: readonly Box[]): boolean {
  if (row.length < LEAST_DOTS) return false;
  const steps = row.slice(1).map((dot, at) => middleOf(dot) - middleOf(row[at] ?? dot));
  const usual = median(steps);
  const even = steps.filter(step => Math.abs(step - usual) <= EVEN_STEP * usual + 1);
  return even.length >= EVEN_SHARE * steps.length;
}

function leaderOf(row: readonly Box[]): DotLeader {
  return {
    ...around(row),
    dots: row.length,
    dotHeight: median(row.map(heightOf)),
  };
}

/** The lines without the leaders in them; a line without leaders stays the same object. */
export function partedAtLeaders<L extends Box>(lines: readonly L[], leaders: readonly DotLeader[]): L[] {
  return lines.flatMap(line => {
    const own = leaders.filter(leader => liesIn(leader, line));
    if (own.length === 0) return [line];
    const starts = [line.left, ...own.map(({ right }) => right)];
    const ends = [...own.map(({ left }) => left), line.right];
    const pieces = starts.map((left, at) => ({ ...line, left, right: ends[at] ?? line.right }));
    return pieces.filter(({ left, right }) => right - left >= LEAST_WIDTH_SHARE * (line.bottom - line.top));
  });
}

function liesIn(leader: DotLeader, { left, top, right, bottom }: Box): boolean {
  const share = (levelOf(leader) - top) / (bottom - top);
  const isLow = leader.dotHeight <= MOST_DOT.ofLine * (bottom - top);
  return isLow && leader.left < right && leader.right > left && share >= LEVEL.from && share <= LEVEL.to;
}

/**
 * The text that a leader begins or ends at is at most this far away, in ems; dots without text beside them are a rule
 * or a blank.
 */
const MOST_GAP_EM = 2.5;

/** The lines with the leaders added, each as a word of dots; from top to bottom. */
export function withLeaders(
  lines: readonly RecognizedLine[],
  leaders: readonly DotLeader[],
): RecognizedLine[] {
  if (leaders.length === 0) return [...lines];
  const rows = leaders.flatMap(({ dots, dotHeight, left, top, right, bottom }): RecognizedLine[] => {
    const beside = nearestOnLevel((top + bottom) / 2, { left, right }, lines);
    if (beside === null) return [];
    const [em, stands] = [emOf(beside.words), baselineOf(beside.words)];
    const gap = Math.max(beside.left - right, left - beside.right);
    if (gap > MOST_GAP_EM * em || dotHeight > MOST_DOT.em * em) return [];
    const box = { left, right, top: stands - SMALL_LETTER_EM * em, bottom: stands };
    return [{ ...box, words: [{ ...box, text: '.'.repeat(dots), confidence: 100 }] }];
  });
  return [...lines, ...rows].sort((a, b) => a.top - b.top);
}
