/** Splits the letters of a strip into words at spaces, each word with the box of its ink. */
import { withoutDoubtedAccents } from '../accents.ts';
import type { Box, RecognizedWord } from '../engine.ts';
import type { DecodedLetter } from './decode.ts';
import { withoutFalseSpaces } from './fixed-pitch.ts';
import { type Ink, tightened, widestFree } from './ink.ts';
import type { Strip } from './strip.ts';

/** A gap is a space if it has at least this share of the ink's height … */
const SPACE_SHARE = 0.3;
/** … and is this many times the line's usual gap, plus these pixels … */
const USUAL_GAPS = 2.5;
const MORE_PX = 2;
/** … between letters whose centres are this many times further apart than usual, because gaps vary in monospaced print. */
const USUAL_PITCHES = 1.5;
/**
 * Positions are known only to a column. If a single column makes the difference, a gap this many times the required one
 * decides.
 */
const PLACE_COLUMNS = 1;
const CLEAR_GAPS = 1.25;
/**
 * After these marks, which are narrower than any letter, the pitch does not tell; a gap that is wide enough and this
 * many times the one before the mark is a space.
 */
const MARK = /^[:;,]$/;
const GAPS_AROUND_MARK = 2;
const LETTER = /\p{L}/u;
/**
 * Two letters of a word are never this far apart, in heights of the line's ink: a leader or rule that the reader
 * skipped lies between them.
 */
const MOST_APART = 3;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** `columns`: the number of columns in the reading that the letters come from. */
export function wordsOf(
  strip: Strip,
  ink: Ink,
  letters: readonly DecodedLetter[],
  columns: number,
): RecognizedWord[] {
  const perColumn = strip.image.width / columns;
  const groups: DecodedLetter[][] = [[]];
  const spaced = withLostSpaces(withoutFalseSpaces(letters, ink, perColumn), ink, perColumn);
  for (const letter of spaced) {
    if (letter.text.trim() === '') groups.push([]);
    else groups.at(-1)?.push(letter);
  }
  const words = groups.filter(group => group.length > 0);
  return words.map((group, index) => {
    const before = words[index - 1]?.at(-1);
    const last = group.at(-1);
    const after = words[index + 1]?.[0];
    const own = {
      left: before && group[0] ? between(before, group[0], ink, perColumn) : 0,
      right: after && last ? between(last, after, ink, perColumn) : strip.image.width,
    };
    const text = group.map(letter => letter.text).join('');
    const sum = group.reduce((total, letter) => total + letter.probability, 0);
    const word = {
      text,
      confidence: (100 * sum) / group.length,
      ...onPage(tightened(ink, own, text), strip),
    };
    const withoutDoubted = withoutDoubtedAccents(group);
    return withoutDoubted === undefined ? word : { ...word, withoutDoubted };
  });
}

/** Where two words separate: the positions of letters are known to a column of the reading, the gap between them to a pixel. */
function between(one: DecodedLetter, other: DecodedLetter, ink: Ink, perColumn: number): number {
  const free = widestFree(ink, middleOf(one) * perColumn, middleOf(other) * perColumn);
  return (free.from + free.to) / 2;
}

function onPage(box: Box, { image, box: place }: Strip): Box {
  const [across, down] = [
    (place.right - place.left) / image.width,
    (place.bottom - place.top) / image.height,
  ];
  return {
    left: place.left + box.left * across,
    right: place.left + box.right * across,
    top: place.top + box.top * down,
    bottom: place.top + box.bottom * down,
  };
}

/** The recogniser drops spaces in wide or justified text; they are found again from gaps in the ink. */
function withLostSpaces(letters: readonly DecodedLetter[], ink: Ink, perColumn: number): DecodedLetter[] {
  const gaps = letters.map((letter, index) => {
    const next = letters[index + 1];
    if (next === undefined) return 0;
    const free = widestFree(ink, middleOf(letter) * perColumn, middleOf(next) * perColumn);
    return free.to - free.from;
  });
  const sorted = gaps.filter(gap => gap > 0).sort((a, b) => a - b);
  // Of two gaps the smaller one: the other may be the space that is looked for.
  const usual = sorted[sorted.length === 2 ? 0 : sorted.length >> 1] ?? 0;
  const least = Math.max(SPACE_SHARE * ink.height, USUAL_GAPS * usual + MORE_PX);
  const pitches = letters.map((letter, index) => middleOf(letters[index + 1] ?? letter) - middleOf(letter));
  const pitch = [...pitches].sort((a, b) => a - b)[pitches.length >> 1] ?? 0;
  return letters.flatMap((letter, index) => {
    const next = letters[index + 1];
    const apart = pitches[index] ?? 0;
    const leastHere = apart > pitch + PLACE_COLUMNS ? least : CLEAR_GAPS * least;
    const isWide = (gaps[index] ?? 0) >= leastHere && apart >= USUAL_PITCHES * pitch;
    const isFar = apart * perColumn >= MOST_APART * ink.height;
    const isOpen = next !== undefined && (isWide || isFar || isAfterMark(letters, index, gaps, least));
    if (!isOpen || isBlank(letter) || isBlank(next) || UNSPACED.test(letter.text) || UNSPACED.test(next.text))
      return [letter];
    return [letter, { text: ' ', from: letter.to, to: next.from, probability: 1 }];
  });
}

/** Whether the gap after a letter is one between a word's colon or comma and the next word. */
function isAfterMark(
  letters: readonly DecodedLetter[],
  index: number,
  gaps: readonly number[],
  least: number,
): boolean {
  const [before, mark] = [letters[index - 1]?.text ?? '', letters[index]?.text ?? ''];
  const [gapBefore, gap] = [gaps[index - 1] ?? 0, gaps[index] ?? 0];
  return MARK.test(mark) && LETTER.test(before) && gap >= Math.max(least, GAPS_AROUND_MARK * gapBefore);
}

const middleOf = ({ from, to }: DecodedLetter): number => (from + to) / 2;

const isBlank = ({ text }: DecodedLetter): boolean => text.trim() === '';
