/**
 * Finds the order in which the words of a picture are read by their lines alone, before paragraphs are known. The rules
 * that order a page's blocks follow it as they follow an author's tags, if both agree on the whole.
 */
import type { RecognizedLine, RecognizedWord } from '../../../ocr/engine.ts';
import { heightOf, median } from '../../page/geometry.ts';
import { readingOrder } from './order.ts';
import { segmentsOf } from './segments.ts';

/** Returns a place, counted from 1, that all words of a piece of a line share. */
export function placesOf(lines: readonly RecognizedLine[]): Map<RecognizedWord, number> {
  const segments = segmentsOf(lines);
  const ordered = readingOrder(segments, median(segments.map(heightOf))).flat();
  return new Map(ordered.flatMap(({ words }, index) => words.map(word => [word, index + 1] as const)));
}
