/** Marks that open items of lists, whatever they are: pieces of ink before a line, with fellows before others. All sizes in ems of the line. */
import { around, surrounds } from './boxes.ts';
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { baselineOf, emOf } from './print-size.ts';

/** A mark is so large at least … */
const LEAST = 0.14;
/** … its middle so far above the base line … */
const RAISED = { from: 0.08, to: 0.48 };
/** … and the text begins so far behind it. */
export const GAP = { from: 0.25, to: 2.5 };
/** Ink around it that is no speck lies further away than this. */
const FREE = 0.25;
const SPECK = 0.1;
/** A list has two at least, one below the other and alike in size. */
export const LEAST_MARKS = 2;
const BELOW = { reach: 12, shift: 0.25, timesLarger: 1.3 };
/** More are a drawing's, or the grain of a bad copy. */
export const MOST_MARKS = 150;
/** Without their grain, noisy pages come to ten thousand pieces of ink; ten times as many would take seconds. */
const MOST_PIECES = 30_000;

/** A word of one letter whose box is wider than any letter, in ems, has the bullet in it. */
const WIDEST_LETTER = 1;

/** A mark that was found before a line. */
export interface OpeningMark {
  box: Component;
  line: RecognizedLine;
  em: number;
  /** Where the text behind it begins. */
  textLeft: number;
}

interface Text {
  line: RecognizedLine;
  em: number;
  base: number;
}

const textsOf = (lines: readonly RecognizedLine[]): Text[] =>
  lines.filter(isText).map(line => ({ line, em: emOf(line.words), base: baselineOf(line.words) }));

/** The pieces that are no specks beside any of the texts, from left to right. */
function inkAmong(components: readonly Component[], texts: readonly Text[]): Component[] {
  const least = SPECK * Math.min(...texts.map(({ em }) => em));
  return components.filter(piece => sizeOf(piece) >= least).sort((a, b) => a.left - b.left);
}

export const sizeOf = ({ left, top, right, bottom }: Box): number => Math.max(right - left, bottom - top);

/** What marks are looked for among; null where there is too much of it. */
export function textsAndInk(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): { texts: Text[]; ink: Component[] } | null {
  const texts = textsOf(lines);
  const ink = inkAmong(components, texts);
  return ink.length > MOST_PIECES ? null : { texts, ink };
}

/** The one of the lines behind a piece that begins first: the mark is that line's. */
export const nearest = <Mark extends OpeningMark>(behind: Mark[]): Mark[] =>
  behind.sort((a, b) => a.textLeft - b.textLeft).slice(0, 1);

/** Marks that were read with their lines. */
export const readMarks = (lines: readonly RecognizedLine[], mark: RegExp): RecognizedWord[] =>
  lines.flatMap(({ words: [first, ...others] }) =>
    first !== undefined && others.length > 0 && mark.test(first.text) ? [first] : [],
  );

/** How many are of the mark's list, itself among them. */
export const fellowsOf = (mark: OpeningMark, found: readonly OpeningMark[], read: readonly Box[]): number =>
  found.filter(other => isOfOneList(mark, other)).length + read.filter(other => isBelow(mark, other)).length;

export const isWithin = (piece: Box, { left, top, right, bottom }: Box): boolean =>
  piece.left < right && piece.right > left && piece.top < bottom && piece.bottom > top;

/** Marks stand before words; a figure behind a point is its decimals. */
const isText = ({ words }: RecognizedLine): boolean =>
  words.some(({ text }) => /\p{L}{2}/u.test(text)) && /\p{L}/u.test(words[0]?.text ?? '');

/** Whether the piece may open the line: the reader passes over it, though it lies in the box of the line and, in whole or in part, of its first word. */
export function standsBefore(
  piece: Box,
  { words: [first] }: RecognizedLine,
  em: number,
  base: number,
): boolean {
  if (first === undefined) return false;
  const [size, gap] = [sizeOf(piece), first.left - piece.right];
  const raised = base - (piece.top + piece.bottom) / 2;
  const isOutside = gap >= GAP.from * em && gap <= GAP.to * em;
  const isWide = first.text.length > 1 || first.right - first.left >= WIDEST_LETTER * em;
  const isFirstInk = first.left >= piece.left - SPECK * em && first.left <= piece.right && isWide;
  return (
    (isOutside || isFirstInk) && size >= LEAST * em && raised >= RAISED.from * em && raised <= RAISED.to * em
  );
}

/** Where the next ink on the level begins, if `least` ems and no more than a bullet's gap behind the piece. `ink`: from left to right. */
export function nextOnLevel(
  piece: Box,
  ink: readonly Box[],
  base: number,
  em: number,
  least: number,
): number | null {
  const next = ink.find(
    other =>
      other.left >= piece.right &&
      other.top < base &&
      other.bottom > base - em &&
      sizeOf(other) >= SPECK * em,
  );
  const gap = next === undefined ? 0 : next.left - piece.right;
  return next !== undefined && gap >= least * em && gap <= GAP.to * em ? next.left : null;
}

/** A bullet is of its own list, too. */
function isOfOneList(one: OpeningMark, other: OpeningMark): boolean {
  const [a, b] = [sizeOf(one.box), sizeOf(other.box)];
  return isBelow(one, other.box) && Math.max(a, b) <= BELOW.timesLarger * Math.min(a, b);
}

export const isBelow = ({ box, em }: OpeningMark, other: Box): boolean =>
  Math.abs(box.left - other.left) <= BELOW.shift * em && Math.abs(box.top - other.top) <= BELOW.reach * em;

/** A frame has no ink beside what it is drawn around, nor has a table's grid. */
export function isFree({ box, em }: OpeningMark, other: Box): boolean {
  return (
    sizeOf(other) < SPECK * em ||
    surrounds(other, box, FREE * em) ||
    box.left - FREE * em >= other.right ||
    box.right + FREE * em <= other.left ||
    box.top - FREE * em >= other.bottom ||
    box.bottom + FREE * em <= other.top
  );
}

/** The line with this mark in front of it. */
export function openedBy(text: string, { box, line, em, textLeft }: OpeningMark): RecognizedLine {
  const base = baselineOf(line.words);
  const { left, right } = box;
  const bullet = { text, confidence: 100, left, right, top: base - SMALL_LETTER_EM * em, bottom: base };
  const [first, ...others] = line.words;
  const words = first === undefined ? [] : [{ ...first, left: Math.max(first.left, textLeft) }, ...others];
  return { ...line, ...around([line, bullet]), words: [bullet, ...words] };
}

/** As high as the small letters that its ink is taken for. */
const SMALL_LETTER_EM = 0.46;
