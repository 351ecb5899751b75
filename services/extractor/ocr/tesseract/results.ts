/**
 * Reads the core's results word by word from its own iterator. Its reports (TSV, hOCR) contain the same, but walk each
 * line once for each letter, which took 8 % of a dense page's time.
 */
import type { Box, RecognizedLine, RecognizedWord } from '../engine.ts';

/** Tesseract's `PageIteratorLevel`. */
const LINE = 2;
const WORD = 3;

/** The part of the core's `ResultIterator` that is used. */
export interface ResultIterator {
  Begin(): void;
  /** False at the end. */
  Next(level: number): boolean;
  /** Whether there is nothing at this place: a block with a picture, a page without text. */
  Empty(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  getBoundingBox(level: number): { x0: number; y0: number; x1: number; y1: number };
  GetUTF8Text(level: number): string;
  /** 0…100. */
  Confidence(level: number): number;
}

/** Lines with at least one word, in the core's order. */
export function linesOf(results: ResultIterator): RecognizedLine[] {
  const lines: RecognizedLine[] = [];
  results.Begin();
  do {
    if (results.Empty(WORD)) continue;
    if (results.IsAtBeginningOf(LINE)) lines.push({ ...boxOf(results, LINE), words: [] });
    const word = wordOf(results);
    if (word.text !== '') lines.at(-1)?.words.push(word);
  } while (results.Next(WORD));
  return lines.filter(line => line.words.length > 0);
}

/** The core's direction marks (UAX 9), which add nothing to the letters' own direction. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Brackets in Hebrew words come in visual order and must be swapped; those in Arabic and Persian come in logical order. */
const HEBREW = /\p{Script=Hebrew}/u;
const BRACKETS: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' };

function wordOf(results: ResultIterator): RecognizedWord {
  const found = results.GetUTF8Text(WORD).replace(DIRECTION_MARKS, '').trim();
  const text = HEBREW.test(found) ? found.replace(/[()[\]{}]/g, sign => BRACKETS[sign] ?? sign) : found;
  return { ...boxOf(results, WORD), text, confidence: results.Confidence(WORD) };
}

function boxOf(results: ResultIterator, level: number): Box {
  const { x0, y0, x1, y1 } = results.getBoundingBox(level);
  return { left: x0, top: y0, right: x1, bottom: y1 };
}
