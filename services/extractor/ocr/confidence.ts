/** How sure the engine was of its words. */
import type { RecognizedLine, RecognizedWord } from './engine.ts';

/** The mean over words, weighted by their length, 0…100; 0 without words. */
export function meanConfidence(lines: readonly RecognizedLine[]): number {
  let weight = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap(line => line.words)) {
    weight += text.length;
    sum += text.length * confidence;
  }
  return weight === 0 ? 0 : sum / weight;
}

/** Words with fewer letters are often taller than wide even when upright. */
const LEAST_TELLING_LETTERS = 3;
/** A word with enough letters whose height divided by its width is at least this runs up or down the page. */
const UPENDED_SHAPE = 1.2;

/**
 * The same for a page assumed to be upright. The engine also reads lines that run up or down, just as confidently, so
 * these count as 0.
 */
export function uprightConfidence(lines: readonly RecognizedLine[]): number {
  const judged = lines.map(line => ({
    ...line,
    words: line.words.map(word => (isUpended(word) ? { ...word, confidence: 0 } : word)),
  }));
  return meanConfidence(judged);
}

function isUpended({ text, left, right, top, bottom }: RecognizedWord): boolean {
  return text.length >= LEAST_TELLING_LETTERS && bottom - top > UPENDED_SHAPE * (right - left);
}

/** Words below this are what the engine makes of pictures, stamps and stains. */
const LEAST_WORD_CONFIDENCE = 20;
/** Words without a letter or figure below this are remains of rules and edges. */
const LEAST_MARK_CONFIDENCE = 50;
/** Lines with a lower overall confidence are dropped, too. */
const LEAST_LINE_CONFIDENCE = 30;

/** If most words of a line are read at least this well … */
const GOOD_LINE_CONFIDENCE = 70;
/** … a word with this many different letters counts as print however badly it is read: it may be a name or a foreign word. */
const LEAST_LETTERS = 3;

/** The lines without what was hardly readable. */
export function credible(lines: readonly RecognizedLine[]): RecognizedLine[] {
  return lines
    .filter(line => meanConfidence([line]) >= LEAST_LINE_CONFIDENCE)
    .map(line => ({ ...line, words: credibleWords(line) }))
    .filter(line => line.words.length > 0);
}

function credibleWords({ words, ...box }: RecognizedLine): RecognizedWord[] {
  const sure = words.filter(isCredible);
  const isMost = 2 * sure.length > words.length && sure.length > 1;
  if (!isMost || meanConfidence([{ ...box, words: sure }]) < GOOD_LINE_CONFIDENCE) return sure;
  return words.filter(word => isCredible(word) || isLikePrint(word));
}

/** Leaders are read as rows of one or two letters, and whether figures are print is better judged one by one. */
const isLikePrint = ({ text }: RecognizedWord): boolean =>
  !/\p{N}/u.test(text) && new Set(text.match(/\p{L}/gu)).size >= LEAST_LETTERS;

function isCredible({ text, confidence }: RecognizedWord): boolean {
  return confidence >= (/[\p{L}\p{N}]/u.test(text) ? LEAST_WORD_CONFIDENCE : LEAST_MARK_CONFIDENCE);
}
