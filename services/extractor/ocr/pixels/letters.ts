/** What the pieces of ink say about the print: its size, and whether its lines run across or down the page. */
import type { Component } from './components.ts';

/** Smaller pieces are noise or dots. */
const LEAST_AREA_PX = 6;
/** A piece wider or higher than this many times the other side is a rule or a stroke. */
const MOST_ELONGATED = 12;
/** Higher pieces are no letters of running text; a poster's are counted as such anyway by their number. */
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

/** Median height of letters in pixels, weighted by their ink so that dots and specks count little; 0 without letters. */
export function letterHeight(letters: readonly Component[]): number {
  // By height first: a few solid boxes have more ink than a page of print.
  const most = HIGHEST_USUAL * weightedHeight(letters, heightOf);
  return weightedHeight(
    letters.filter(letter => heightOf(letter) <= most),
    letter => letter.area,
  );
}

/** The same with headlines and boxes: strokes of print that large are no rules. */
export function largestHeight(letters: readonly Component[]): number {
  return weightedHeight(letters, letter => letter.area);
}

const heightOf = ({ top, bottom }: Component): number => bottom - top;

function weightedHeight(letters: readonly Component[], weightOf: (letter: Component) => number): number {
  const sorted = [...letters].sort((a, b) => heightOf(a) - heightOf(b));
  const half = sorted.reduce((sum, letter) => sum + weightOf(letter), 0) / 2;
  let seen = 0;
  for (const letter of sorted) {
    seen += weightOf(letter);
    if (seen >= half) return heightOf(letter);
  }
  return 0;
}

/** Letters asked for their neighbours: enough for a clear majority. */
const MOST_ASKED = 1_500;
/** How far a neighbour may stand, in letter heights. */
const REACH_HEIGHTS = 3;
/** Share of letters whose nearest neighbour stands above or below, from which lines run down the page. */
const SIDEWAYS_SHARE = 0.6;

/** Letters stand nearer to the next letter than to the next line: whether that neighbour is above or below. */
export function runsDownThePage(letters: readonly Component[], height: number): boolean {
  const real = letters.filter(piece => isLetterSized(piece, height)).sort((a, b) => a.left - b.left);
  const stride = Math.max(1, Math.ceil(real.length / MOST_ASKED));
  let across = 0;
  let down = 0;
  for (let index = 0; index < real.length; index += stride) {
    const direction = nearestNeighbour(real, index, height * REACH_HEIGHTS);
    if (direction === 'right') across++;
    else if (direction === 'below') down++;
  }
  return down > SIDEWAYS_SHARE * (across + down);
}

function isLetterSized({ left, right, top, bottom }: Component, height: number): boolean {
  const longest = Math.max(right - left, bottom - top);
  return longest >= height * 0.5 && longest <= height * 2.5;
}

function nearestNeighbour(
  sorted: readonly Component[],
  index: number,
  reach: number,
): 'right' | 'below' | null {
  const letter = sorted[index];
  if (!letter) return null;
  let right = reach;
  let below = reach;
  for (let at = index - 1; at >= 0; at--) {
    const other = sorted[at];
    if (!other || other.left < letter.left - reach) break;
    below = Math.min(below, gapBelow(letter, other));
  }
  for (let at = index + 1; at < sorted.length; at++) {
    const other = sorted[at];
    if (!other || other.left > letter.right + reach) break;
    right = Math.min(right, gapRight(letter, other));
    below = Math.min(below, gapBelow(letter, other));
  }
  if (right === below) return null;
  return right < below ? 'right' : 'below';
}

function gapBelow(letter: Component, other: Component): number {
  const overlap = Math.min(letter.right, other.right) - Math.max(letter.left, other.left);
  const beside = overlap * 2 < Math.min(letter.right - letter.left, other.right - other.left);
  return beside || other.top < letter.bottom ? Number.POSITIVE_INFINITY : other.top - letter.bottom;
}

function gapRight(letter: Component, other: Component): number {
  const overlap = Math.min(letter.bottom, other.bottom) - Math.max(letter.top, other.top);
  const beside = overlap * 2 < Math.min(letter.bottom - letter.top, other.bottom - other.top);
  return beside || other.left < letter.right ? Number.POSITIVE_INFINITY : other.left - letter.right;
}
