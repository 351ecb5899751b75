/**
 * Finds marks that begin list items, whatever they are: pieces of ink before a line, with similar pieces before other
 * lines. All sizes are in ems of the line.
 */
import { around, surrounds } from './boxes.ts';
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { baselineOf, emOf, SMALL_LETTER_EM } from './print-size.ts';

/** The least size of a mark … */
const LEAST = 0.14;
/** … the height of its centre above the base line … */
const RAISED = { from: 0.08, to: 0.48 };
/** … and the distance from it to the text. */
export const GAP = { from: 0.25, to: 2.5 };
/** Other ink that is no speck must be at least this far from the mark. */
const FREE = 0.25;
const SPECK = 0.1;
/** A list has at least this many marks, one below the other and of similar size. */
export const LEAST_MARKS = 2;
const BELOW = { reach: 12, shift: 0.25, timesLarger: 1.3 };
/** More marks than this belong to a drawing or are the grain of a bad copy. */
export const MOST_MARKS = 150;
/** Noisy pages have ten thousand pieces of ink without their grain; ten times as many would take seconds. */
const MOST_PIECES = 30_000;

/** If the box of a one-letter word is wider than any letter, in ems, it includes the bullet. */
const WIDEST_LETTER = 1;

/** A mark that was found before a line. */
export interface OpeningMark {
  box: Component;
  line: RecognizedLine;
  em: number;
  /** Where the text after the mark begins. */
  textLeft: number;
}

interface Text {
  line: RecognizedLine;
  em: number;
  base: number;
}

const textsOf = (lines: readonly RecognizedLine[]): Text[] =>
  lines.filter(isText).map(line => ({ line, em: emOf(line.words), base: baselineOf(line.words) }));

/** The pieces that are larger than specks beside any of the texts, from left to right. */
function inkAmong(components: readonly Component[], texts: readonly Text[]): Component[] {
  const least = SPECK * Math.min(...texts.map(({ em }) => em));
  return components.filter(piece => sizeOf(piece) >= least).sort((a, b) => a.left - b.left);
}

export const sizeOf = ({ left, top, right, bottom }: Box): number => Math.max(right - left, bottom - top);

/** The lines and the ink to search for marks; null if there is too much ink. */
export function textsAndInk(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): { texts: Text[]; ink: Component[] } | null {
  const texts = textsOf(lines);
  const ink = inkAmong(components, texts);
  return ink.length > MOST_PIECES ? null : { texts, ink };
}

/** Of the lines to the right of a piece, the one that begins first: the mark belongs to it. */
export const nearest = <Mark extends OpeningMark>(behind: Mark[]): Mark[] =>
  behind.sort((a, b) => a.textLeft - b.textLeft).slice(0, 1);

/** Marks that were read as part of their lines. */
export const readMarks = (lines: readonly RecognizedLine[], mark: RegExp): RecognizedWord[] =>
  lines.flatMap(({ words: [first, ...others] }) =>
    first !== undefined && others.length > 0 && mark.test(first.text) ? [first] : [],
  );

/** How many marks the mark's list has, including itself. */
export const fellowsOf = (mark: OpeningMark, found: readonly OpeningMark[], read: readonly Box[]): number =>
  found.filter(other => isOfOneList(mark, other)).length + read.filter(other => isBelow(mark, other)).length;

export const isWithin = (piece: Box, { left, top, right, bottom }: Box): boolean =>
  piece.left < right && piece.right > left && piece.top < bottom && piece.bottom > top;

/** Marks stand before words; figures after a dot are its decimals. */
const isText = ({ words }: RecognizedLine): boolean =>
  words.some(({ text }) => /\p{L}{2}/u.test(text)) && /\p{L}/u.test(words[0]?.text ?? '');

/**
 * Whether the piece may begin the line: it lies in the line's box and at least partly in that of the first word, but
 * was not read.
 */
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

/**
 * Where the next ink on this level begins, if it is at least `least` ems behind the piece and no further than a
 * bullet's gap. `ink`: from left to right.
 */
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

/** A mark also belongs to its own list. */
function isOfOneList(one: OpeningMark, other: OpeningMark): boolean {
  const [a, b] = [sizeOf(one.box), sizeOf(other.box)];
  return isBelow(one, other.box) && Math.max(a, b) <= BELOW.timesLarger * Math.min(a, b);
}

export const isBelow = ({ box, em }: OpeningMark, other: Box): boolean =>
  Math.abs(box.left - other.left) <= BELOW.shift * em && Math.abs(box.top - other.top) <= BELOW.reach * em;

/** Whether the other piece does not touch the mark; the ink of a frame or a table's grid is not near what it encloses. */
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

/** The line with this mark put in front of it. */
export function openedBy(text: string, { box, line, em, textLeft }: OpeningMark): RecognizedLine {
  const base = baselineOf(line.words);
  const { left, right } = box;
  const bullet = { text, confidence: 100, left, right, top: base - SMALL_LETTER_EM * em, bottom: base };
  const [first, ...others] = line.words;
  const words = first === undefined ? [] : [{ ...first, left: Math.max(first.left, textLeft) }, ...others];
  return { ...line, ...around([line, bullet]), words: [bullet, ...words] };
}
