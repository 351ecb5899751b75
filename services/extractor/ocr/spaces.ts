/** Spaces that the engine lost: gaps in the ink of a word as wide as those between words. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import type { Component } from './pixels/components.ts';

/** A space is at least so wide, in heights of the word's ink … */
const LEAST_SPACE_HEIGHTS = 0.3;
/** … and this many times the line's usual gap between letters, and so many pixels more. */
const USUAL_GAPS = 2.5;
const MORE_PX = 2;
/** Middles of letters around a space are this many times further apart than usual: in monospaced print gaps differ. */
const USUAL_PITCHES = 1.6;
/** Marks have wide gaps of their own, in addresses and versions. */
const PARTED = /[\p{L}\p{N}]/u;
/** Pieces of ink that overlap by this share of the narrower one are one letter: its dot, its accent. */
const STACKED_SHARE = 0.3;

/** The lines with words parted at such gaps, where each letter's ink can be told from the next. */
export function withSpaces(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): RecognizedLine[] {
  const sorted = [...components].sort((a, b) => a.left - b.left);
  return lines.map(line => {
    const letters = line.words.map(word => lettersOf(word, sorted));
    const usual = {
      gap: lowerMedian(letters.flatMap(gapsOf)),
      pitch: lowerMedian(letters.flatMap(pitchesOf)),
    };
    return {
      ...line,
      words: line.words.flatMap((word, index) => parted(word, letters[index] ?? [], usual)),
    };
  });
}

/** Boxes of the word's letters from left to right; as many as it has characters, or none. */
function lettersOf(word: RecognizedWord, sorted: readonly Component[]): Box[] {
  const letters: Box[] = [];
  for (let at = firstFrom(sorted, word.left); at < sorted.length; at++) {
    const piece = sorted[at];
    if (!piece || piece.left >= word.right) break;
    const middle = (piece.top + piece.bottom) / 2;
    if (middle < word.top || middle > word.bottom || piece.right > word.right + MORE_PX) continue;
    const last = letters.at(-1);
    const overlap = last ? Math.min(last.right, piece.right) - piece.left : 0;
    if (last && overlap >= STACKED_SHARE * Math.min(last.right - last.left, piece.right - piece.left))
      last.right = Math.max(last.right, piece.right);
    else letters.push({ left: piece.left, top: piece.top, right: piece.right, bottom: piece.bottom });
  }
  return letters.length === [...word.text].length ? letters : [];
}

/** Index of the first piece that begins at `left` or a little before. */
function firstFrom(sorted: readonly Component[], left: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.left ?? 0) < left - MORE_PX) low = middle + 1;
    else high = middle;
  }
  return low;
}

const gapsOf = (letters: readonly Box[]): number[] =>
  letters.slice(1).map((letter, index) => letter.left - (letters[index]?.right ?? 0));

const pitchesOf = (letters: readonly Box[]): number[] =>
  letters.slice(1).map((letter, index) => middleOf(letter) - middleOf(letters[index] ?? letter));

const middleOf = ({ left, right }: Box): number => (left + right) / 2;

function lowerMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}

function parted(
  word: RecognizedWord,
  letters: readonly Box[],
  usual: { gap: number; pitch: number },
): RecognizedWord[] {
  const height = word.bottom - word.top;
  const least = Math.max(LEAST_SPACE_HEIGHTS * height, USUAL_GAPS * usual.gap + MORE_PX);
  const pitches = pitchesOf(letters);
  const characters = [...word.text];
  const breaks = gapsOf(letters).flatMap((gap, index) => {
    const isWide = gap >= least && (pitches[index] ?? 0) >= USUAL_PITCHES * usual.pitch;
    const isInside = characters.slice(index, index + 2).every(character => PARTED.test(character));
    return isWide && isInside ? [index + 1] : [];
  });
  if (breaks.length === 0) return [word];
  const ends = [...breaks, characters.length];
  return ends.map((end, index) => {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
    const left = letters[start]?.left ?? word.left;
    const right = letters[end - 1]?.right ?? word.right;
    return { ...word, left, right, text: characters.slice(start, end).join('') };
  });
}
