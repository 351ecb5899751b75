/** Ink that no recognized word covers, gathered into lines: lost table cells, columns of lone figures, boxed text. */
import type { Box, RecognizedLine } from './engine.ts';
import type { Component } from './pixels/components.ts';

/** A letter belongs to a word whose box, grown by this share of the letter height, holds its middle. */
const WORD_MARGIN_HEIGHTS = 0.3;
/** Letters of one line stand no further apart, in letter heights; a gap that wide is a column's. */
const WIDEST_GAP_HEIGHTS = 1.3;
/** Letter heights that a line of print may have, in the page's median; lower ink (dots, commas) comes back with the line's box. */
const LEAST_HEIGHT = 0.5;
const MOST_HEIGHT = 3;
/** A piece so many letter heights wide with less ink than this in its box is a frame around something, not print. */
const FRAME_WIDTH_HEIGHTS = 4;
const FRAME_INK_SHARE = 0.12;
/** More lines than this are a picture's texture. */
const MOST_LINES = 250;

export function missedLines(
  letters: readonly Component[],
  letterHeight: number,
  recognized: readonly RecognizedLine[],
): Box[] {
  const covered = new CoveredArea(recognized, WORD_MARGIN_HEIGHTS * letterHeight);
  const free = letters.filter(
    letter => isTall(letter, letterHeight) && !isFrame(letter, letterHeight) && !covered.holds(letter),
  );
  const lines = joined(free, letterHeight * WIDEST_GAP_HEIGHTS);
  return lines.length > MOST_LINES ? [] : lines;
}

/** A lone line is at least this high in letter heights: lower ones are dashes, accents and specks. */
const LEAST_LONE_HEIGHT = 0.7;
/** One that is so many letter heights high … */
const HIGH_LONE_HEIGHT = 1.8;
/** … and no wider than this is a drawing. */
const LEAST_HIGH_WIDTH = 4;

/** Whether a box that belongs to no word may be a line of print. */
export function mayBeLine({ left, right, top, bottom }: Box, letterHeight: number): boolean {
  const height = bottom - top;
  if (height > HIGH_LONE_HEIGHT * letterHeight) return right - left >= LEAST_HIGH_WIDTH * letterHeight;
  return height >= LEAST_LONE_HEIGHT * letterHeight;
}

function isTall({ top, bottom }: Box, letterHeight: number): boolean {
  const height = bottom - top;
  return height >= LEAST_HEIGHT * letterHeight && height <= MOST_HEIGHT * letterHeight;
}

function isFrame({ left, right, top, bottom, area }: Component, letterHeight: number): boolean {
  const width = right - left;
  return width > FRAME_WIDTH_HEIGHTS * letterHeight && area < FRAME_INK_SHARE * width * (bottom - top);
}

/** Joins from left to right: a letter continues the line that ends nearest before it at its height. */
function joined(letters: readonly Component[], widestGap: number): Box[] {
  const open: Box[] = [];
  for (const letter of [...letters].sort((a, b) => a.left - b.left)) {
    const line = open.findLast(box => continues(box, letter, widestGap));
    if (line) grow(line, letter);
    else open.push({ left: letter.left, top: letter.top, right: letter.right, bottom: letter.bottom });
  }
  return open;
}

function continues(line: Box, letter: Box, widestGap: number): boolean {
  const overlap = Math.min(line.bottom, letter.bottom) - Math.max(line.top, letter.top);
  const lower = Math.min(line.bottom - line.top, letter.bottom - letter.top);
  return letter.left - line.right <= widestGap && overlap * 2 > lower;
}

function grow(line: Box, letter: Box): void {
  line.top = Math.min(line.top, letter.top);
  line.right = Math.max(line.right, letter.right);
  line.bottom = Math.max(line.bottom, letter.bottom);
}

/** Words by horizontal bands, so that a page of thousands of letters asks few words each. */
class CoveredArea {
  private static readonly BAND_PX = 64;
  private readonly bands = new Map<number, Box[]>();

  constructor(lines: readonly RecognizedLine[], margin: number) {
    for (const word of lines.flatMap(line => line.words)) {
      const box = {
        left: word.left - margin,
        top: word.top - margin,
        right: word.right + margin,
        bottom: word.bottom + margin,
      };
      const last = this.band(box.bottom);
      for (let band = this.band(box.top); band <= last; band++)
        this.bands.set(band, [...(this.bands.get(band) ?? []), box]);
    }
  }

  holds({ left, right, top, bottom }: Box): boolean {
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    const near = this.bands.get(this.band(y)) ?? [];
    return near.some(box => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  }

  private band(y: number): number {
    return Math.floor(y / CoveredArea.BAND_PX);
  }
}
