/** Lines that were read one by one go back into the lines they are part of. */
import type { Box, RecognizedLine } from './engine.ts';

/** Share of the lower of two heights that must overlap. */
const LEVEL_SHARE = 0.6;
/** A part stands no further from the nearest word than this, in heights of the higher of the two … */
const WIDEST_GAP_HEIGHTS = 1;
/** … and overlaps none by more than this share of its width. */
const STACKED_SHARE = 0.3;

/** `lines` in their order, then those of `parts` that belong to none of them. */
export function joinedLines(
  lines: readonly RecognizedLine[],
  parts: readonly RecognizedLine[],
): RecognizedLine[] {
  const joined = lines.map(line => ({ ...line, words: [...line.words] }));
  const alone: RecognizedLine[] = [];
  for (const part of parts) {
    const whole = joined.find(line => isPartOf(line, part));
    if (whole) insert(whole, part);
    else alone.push(part);
  }
  return [...joined, ...alone];
}

/** On one level with a word it stands beside, and over or under none: cells of several rows share a line's box. */
function isPartOf(line: RecognizedLine, part: RecognizedLine): boolean {
  const stacked = line.words.some(word => -gapBetween(word, part) > STACKED_SHARE * (part.right - part.left));
  return !stacked && line.words.some(word => isBeside(word, part));
}

function isBeside(word: Box, part: Box): boolean {
  const [height, other] = [word.bottom - word.top, part.bottom - part.top];
  const overlap = Math.min(word.bottom, part.bottom) - Math.max(word.top, part.top);
  const level = overlap >= LEVEL_SHARE * Math.min(height, other);
  return level && gapBetween(word, part) <= WIDEST_GAP_HEIGHTS * Math.max(height, other);
}

const gapBetween = (a: Box, b: Box): number => Math.max(a.left - b.right, b.left - a.right);

function insert(line: RecognizedLine, part: RecognizedLine): void {
  line.words.push(...part.words);
  line.words.sort((a, b) => a.left - b.left);
  line.left = Math.min(line.left, part.left);
  line.top = Math.min(line.top, part.top);
  line.right = Math.max(line.right, part.right);
  line.bottom = Math.max(line.bottom, part.bottom);
}
