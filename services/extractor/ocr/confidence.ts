/** How sure the engine was, over words. */
import type { RecognizedLine } from './engine.ts';

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

/** Words below this are what the engine makes of pictures, stamps and stains. */
const LEAST_WORD_CONFIDENCE = 20;
/** Lines below this as a whole, too. */
const LEAST_LINE_CONFIDENCE = 30;

/** The lines without what was hardly read at all. */
export function credible(lines: readonly RecognizedLine[]): RecognizedLine[] {
  return lines
    .filter(line => meanConfidence([line]) >= LEAST_LINE_CONFIDENCE)
    .map(line => ({ ...line, words: line.words.filter(word => word.confidence >= LEAST_WORD_CONFIDENCE) }))
    .filter(line => line.words.length > 0);
}
