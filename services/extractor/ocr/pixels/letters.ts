/** What the pieces of ink say about the print: its size, and whether its lines run across or down the page. */
import { heightOf } from '../boxes.ts';
import { weightedMedian } from '../print-size.ts';
import type { Component } from './components.ts';

/** Smaller pieces are noise or dots. */
const LEAST_AREA_PX = 6;
/** A piece with one side longer than this many times the other is a rule or a stroke. */
const MOST_ELONGATED = 12;
/** Higher pieces are no letters of running text; on a poster the smaller letters are more numerous anyway. */
const HIGHEST_LETTER_PX = 200;

export function lettersOf(components: readonly Component[]): Component[] {
  return components.filter(piece => {
    const width = piece.right - piece.left;
    const height = piece.bottom - piece.top;
    const elongated = Math.max(width, height) > MOST_ELONGATED * Math.min(width, height);
    return piece.area >= LEAST_AREA_PX && height <= HIGHEST_LETTER_PX && !elongated;
  });
}

/** Pieces this many times as high as most are headlines, boxes and drawings. */
const HIGHEST_USUAL = 4;

/** The median height of letters in pixels, weighted by their ink so that dots and specks count little; 0 without letters. */
export function letterHeight(letters: readonly Component[]): number {
  // First weighted by height, because a few solid boxes have more ink than a page of print.
  const most = HIGHEST_USUAL * weightedHeight(letters, heightOf);
  return weightedHeight(
    letters.filter(letter => heightOf(letter) <= most),
    letter => letter.area,
  );
}

/** The same including headlines and boxes, so that strokes of very large print are not taken for rules. */
export function largestHeight(letters: readonly Component[]): number {
  return weightedHeight(letters, letter => letter.area);
}

const weightedHeight = (letters: readonly Component[], weightOf: (letter: Component) => number): number =>
  weightedMedian(letters.map(letter => ({ value: heightOf(letter), weight: weightOf(letter) })));
