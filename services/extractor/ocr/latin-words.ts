/** Latin words in lines of another script. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';

/** A word is Latin from so many of its letters on … */
const LATIN = /[\p{Script=Latin}\p{N}]{3}/u;
/** … read so surely. */
const LEAST_CONFIDENCE = 90;
/** Words of two readings are the same if their common width is this share of both together. */
const SAME_SHARE = 0.6;

/**
 * The line as the recogniser of its script read it, with the Latin words that PP-OCRv6 found at their places: it leaves
 * out what it does not know, and what it reads surely is there.
 */
export function withLatinWords(line: RecognizedLine, latin: RecognizedLine | null): RecognizedLine {
  const sure = (latin?.words ?? []).filter(
    ({ text, confidence }) => confidence >= LEAST_CONFIDENCE && LATIN.test(text),
  );
  const words = line.words.map(word => sure.find(other => areSame(word, other)) ?? word);
  return { ...line, words: words.filter((word, index) => words.indexOf(word) === index) };
}

function areSame(one: Box, other: RecognizedWord): boolean {
  const common = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const both = Math.max(one.right, other.right) - Math.min(one.left, other.left);
  return common >= SAME_SHARE * both;
}
