/** How sure the engine was, over words. */
import type { RecognizedLine, RecognizedWord } from './engine.ts';

/** Mean over words weighted by their length, 0…100; 0 without words. */
export function meanConfidence(lines: readonly RecognizedLine[]): number {
  let weight = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap(line => line.words)) {
    weight += text.length;
    sum += text.length * confidence;
  }
  return weight === 0 ? 0 : sum / weight;
}

/** Fewer letters are as often taller than wide when they are upright. */
const LEAST_TELLING_LETTERS = 3;
/** Height by width from which a word of so many letters runs up or down the page. */
const UPENDED_SHAPE = 1.2;

/** The same for a page held upright: the engine reads lines that run up or down, too, and no less surely. */
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
/** Words without a letter or figure below this are leftovers of rules and edges. */
const LEAST_MARK_CONFIDENCE = 50;
/** Lines below this as a whole, too. */
const LEAST_LINE_CONFIDENCE = 30;

/** Among most words of a line that read like this … */
const GOOD_LINE_CONFIDENCE = 70;
/** … a word of so many different letters is print, too, however badly it reads: a name, a foreign word. */
const LEAST_LETTERS = 3;

/** The lines without what was hardly read at all. */
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

/** Leaders read as rows of one letter or two; what figures are is better asked of each alone. */
const isLikePrint = ({ text }: RecognizedWord): boolean =>
  !/\p{N}/u.test(text) && new Set(text.match(/\p{L}/gu)).size >= LEAST_LETTERS;

function isCredible({ text, confidence }: RecognizedWord): boolean {
  return confidence >= (/[\p{L}\p{N}]/u.test(text) ? LEAST_WORD_CONFIDENCE : LEAST_MARK_CONFIDENCE);
}
