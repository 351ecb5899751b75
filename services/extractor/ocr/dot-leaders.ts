/**
 * Rows of dots that lead to a page number or a value. The reader gives a few of them as any mark, or none: words and numbers come out as one
 * (`Berichten4`), and a line of hardly any letters passes for print in another script. Lines are read on both sides of them.
 */
import { around, heightOf, nearestOnLevel, surrounds } from './boxes.ts';
import type { Box, RecognizedLine } from './engine.ts';
import { median } from './median.ts';
import { baselineOf, emOf } from './print-size.ts';

/** All sizes in the page's letter heights. A dot is so large, and nearly as wide as high … */
const DOT = { least: 0.06, most: 0.36, shape: 2.2 };
/** … and the next one so far off, from middle to middle, on its level. */
const STEP = { least: 0.15, most: 2.2, level: 0.16 };
/** An ellipsis has three; noise rarely has three in a row. */
const LEAST_DOTS = 7;
/** The grain of pictures and shadows has up to twelve: a page has a leader longer than that, or so many that end at one place, to a letter's height. */
const LONG_DOTS = 14;
const LEAST_ALIGNED = 3;
/** So many of the steps are as long as the one in the middle, to this share and a pixel. */
const EVEN_SHARE = 0.8;
const EVEN_STEP = 0.2;
/** Print of this height and more among the dots: they are a dotted rule, or a blank that is filled in. */
const LETTER = 0.5;
/** Noisy pages come to ten thousand pieces of ink; more leaders are no page's. */
const MOST_PIECES = 30_000;
const MOST_LEADERS = 200;
/** A leader lies this far down its line's box. */
const LEVEL = { from: 0.4, to: 0.95 };
/** Pieces narrower than this share of the line's height are its ends. */
const LEAST_WIDTH_SHARE = 0.3;

/** A dot is so high at most, as a share of the height of the box of its line, and in ems: what is higher are letters of smaller print. */
const MOST_DOT = { ofLine: 0.25, em: 0.25 };

export interface DotLeader extends Box {
  dots: number;
  /** Pixels, of the dot in the middle. */
  dotHeight: number;
}

/** From left to right. `components`: all pieces of ink; `height`: of the page's letters, in pixels. */
export function dotLeaders(components: readonly Box[], height: number): DotLeader[] {
  if (height === 0 || components.length > MOST_PIECES) return [];
  const rows = rowsOfDots(
    components.filter(piece => isDot(piece, height)),
    height,
  );
  const leaders = rows.filter(isEven).map(leaderOf);
  if (leaders.length === 0 || leaders.length > MOST_LEADERS) return [];
  const letters = components.filter(({ top, bottom }) => bottom - top >= LETTER * height);
  // A frame has no ink among what it is drawn around.
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

/** Dots each of which is next to the one before; a row may lean with its page. */
function rowsOfDots(dots: readonly Box[], unit: number): Box[][] {
  const rows: Box[][] = [];
  const reach = STEP.level * unit;
  /** By level, in steps of the reach: the row whose last dot lies there. */
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

/** The lines without the leaders in them; a line that has none stays the same object. */
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

/** What a leader begins or ends at is no further off, in ems: dots that stand alone are a rule, or a blank. */
const MOST_GAP_EM = 2.5;
/** Small letters without a rising or sinking part, in ems: what dots' ink is taken for, which says nothing of their size. */
const DOTS_HEIGHT_EM = 0.46;

/** The lines with the leaders, each a word of its dots. From top to bottom. */
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
    const box = { left, right, top: stands - DOTS_HEIGHT_EM * em, bottom: stands };
    return [{ ...box, words: [{ ...box, text: '.'.repeat(dots), confidence: 100 }] }];
  });
  return [...lines, ...rows].sort((a, b) => a.top - b.top);
}
