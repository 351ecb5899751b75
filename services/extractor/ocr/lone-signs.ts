/** Finds dashes, figures and letters that stand alone in a cell, which the line detector misses because they are small. */
import { nearestOnLevel } from './boxes.ts';
import type { Box, RecognizedLine } from './engine.ts';
import type { LineReading } from './networks/reader.ts';
import type { Component } from './pixels/components.ts';
import { baselineOf, emOf, SMALL_LETTER_EM } from './print-size.ts';

/** All sizes are in letter heights. A dash has this width and flatness … */
const DASH = { narrowest: 0.25, widest: 2.2, highest: 0.35, flatness: 1.6 };
/** … is an en dash from this width, and an em dash from this one. */
const EN_DASH = 0.72;
const EM_DASH = 1.5;
/** A figure or letter has this height and is no wider than this. */
const LETTER = { lowest: 0.75, highest: 1.9, widest: 1.9 };
/** Pieces nearer to each other than this are one sign or a row of dots … */
const REACH = 0.7;
/** … and a figure's dot or accent is nearer than the figure in the row below. */
const REACH_UP = 0.35;
/** A dash, or the middle of a letter, is between these shares of its line's height. */
const LEVEL = { from: 0.25, to: 0.75 };
/**
 * At least this many cells must be found in the sign's row, and as many lines or other signs in its column; otherwise
 * it is a speck.
 */
const LEAST_CELLS = 2;
/** How far above or below another line of the column may be. */
const COLUMN_REACH = 8;
/** A sign must be read with at least this probability (0…1). */
const LEAST_PROBABILITY = 0.8;
/** More shapes than this are the grain of a bad copy or part of a picture. */
const MOST_SHAPES = 300;

export interface LoneSign extends Box {
  /** The dash, if the shape alone identifies it. */
  dash: string | null;
}

/** Signs on the level of lines in places where no line was found. `height`: of the page's letters, in pixels. */
export function loneSigns(
  components: readonly Component[],
  lines: readonly Box[],
  rules: readonly Box[],
  height: number,
): LoneSign[] {
  if (height === 0) return [];
  const taken = [...lines, ...rules];
  const free = components.filter(
    piece => isSized(piece, height) && !taken.some(box => isNear(piece, box, 0)),
  );
  const shaped = free.filter(piece => isDash(piece, height) || isLetter(piece, height));
  if (shaped.length > MOST_SHAPES) return [];
  const alone = shaped
    .filter(piece => {
      const up = isDash(piece, height) ? REACH : REACH_UP;
      return free.every(other => other === piece || !isNear(piece, other, REACH * height, up * height));
    })
    .map(piece => ({ piece, beside: besideOf(piece, lines) }))
    .filter(({ beside }) => beside.length >= LEAST_CELLS);
  const letters = alone.map(({ piece }) => piece).filter(piece => !isDash(piece, height));
  return alone.flatMap(({ piece, beside }) => {
    const fellows = isDash(piece, height) ? lines : [...lines, ...letters];
    if (columnOf(piece, fellows, height).length < LEAST_CELLS) return [];
    const level = nearestOnLevel((piece.top + piece.bottom) / 2, piece, beside);
    return level === null ? [] : [signAt(piece, level, height)];
  });
}

const sizeOf = ({ left, top, right, bottom }: Box) => ({ width: right - left, height: bottom - top });

function isDash(piece: Box, unit: number): boolean {
  const { width, height } = sizeOf(piece);
  const isWide = width >= DASH.narrowest * unit && width <= DASH.widest * unit;
  return isWide && height <= DASH.highest * unit && width >= DASH.flatness * height;
}

function isLetter(piece: Box, unit: number): boolean {
  const { width, height } = sizeOf(piece);
  return height >= LETTER.lowest * unit && height <= LETTER.highest * unit && width <= LETTER.widest * unit;
}

/** Whether the piece is larger than a speck. */
function isSized(piece: Box, unit: number): boolean {
  const { width, height } = sizeOf(piece);
  return Math.max(width, height) >= DASH.narrowest * unit;
}

const isNear = (one: Box, other: Box, reach: number, up = reach): boolean =>
  one.left - reach < other.right &&
  other.left - reach < one.right &&
  one.top - up < other.bottom &&
  other.top - up < one.bottom;

/** The cells in the piece's row. */
function besideOf(piece: Box, lines: readonly Box[]): Box[] {
  const middle = (piece.top + piece.bottom) / 2;
  return lines.filter(({ top, bottom }) => {
    const share = (middle - top) / (bottom - top);
    return share >= LEVEL.from && share <= LEVEL.to;
  });
}

/** What is above or below the piece: lines, and other signs for which no line was found, as in a column of single digits. */
function columnOf(piece: Box, fellows: readonly Box[], unit: number): Box[] {
  const middle = (piece.top + piece.bottom) / 2;
  return fellows.filter(
    ({ left, right, top, bottom }) =>
      left < piece.right + unit &&
      right > piece.left - unit &&
      (top > middle || bottom < middle) &&
      Math.min(Math.abs(top - middle), Math.abs(bottom - middle)) <= COLUMN_REACH * unit,
  );
}

function signAt(piece: Box, level: Box, unit: number): LoneSign {
  const { width } = sizeOf(piece);
  if (isDash(piece, unit)) {
    const dash = width >= EM_DASH * unit ? '—' : width >= EN_DASH * unit ? '–' : '-';
    return { ...piece, dash };
  }
  const margin = REACH * unit;
  return {
    left: piece.left - margin,
    right: piece.right + margin,
    top: Math.min(piece.top, level.top),
    bottom: Math.max(piece.bottom, level.bottom),
    dash: null,
  };
}

/** The lines with the dashes added, each in the size of its neighbour's print; from top to bottom. */
export function withDashes(lines: readonly RecognizedLine[], signs: readonly LoneSign[]): RecognizedLine[] {
  const dashes = signs.flatMap(({ dash, left, right, top, bottom }): RecognizedLine[] => {
    const beside = nearestOnLevel((top + bottom) / 2, { left, right }, lines);
    if (dash === null || beside === null) return [];
    const stands = baselineOf(beside.words);
    const box = { left, right, top: stands - SMALL_LETTER_EM * emOf(beside.words), bottom: stands };
    return [{ ...box, words: [{ ...box, text: dash, confidence: 100 }] }];
  });
  return [...lines, ...dashes].sort((a, b) => a.top - b.top);
}

export const isSign = ({ line, probability }: LineReading): boolean =>
  line !== null && probability >= LEAST_PROBABILITY;
