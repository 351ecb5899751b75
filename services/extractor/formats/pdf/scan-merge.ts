/** What OCR reads on a page that has a little text of its own: titles over pictures, stamps and numbers on scans. */
import type { RecognizedLine, RecognizedWord } from '../../ocr/engine.ts';
import type { Gap, PageContent, TextItem } from './page.ts';
import { hasBrokenText } from './scan-need.ts';

/** A word's ink lies between so many ems over and under its base line. */
const ABOVE_EM = 1;
const BELOW_EM = 0.35;

/** The page's own words that are seen and mean something: better than any reading of their picture. */
export function readableItems(page: PageContent): TextItem[] {
  return hasBrokenText(page) ? [] : page.items.filter(item => !item.invisible);
}

/** The recognized words, in pixels of `scale` a point, that are none of the page's own. */
export function linesBeside(
  lines: readonly RecognizedLine[],
  items: readonly TextItem[],
  scale: number,
): RecognizedLine[] {
  return lines
    .map(line => ({
      ...line,
      words: line.words.filter(word => !items.some(item => covers(item, word, scale))),
    }))
    .filter(line => line.words.length > 0);
}

/** The recognized words that stand in gaps of the page's own text. */
export function linesInGaps(
  lines: readonly RecognizedLine[],
  gaps: readonly Gap[],
  scale: number,
): RecognizedLine[] {
  return lines
    .map(line => ({ ...line, words: line.words.filter(word => gaps.some(gap => covers(gap, word, scale))) }))
    .filter(line => line.words.length > 0);
}

function covers(
  { left, width, baseline, size }: Gap | TextItem,
  word: RecognizedWord,
  scale: number,
): boolean {
  const x = (word.left + word.right) / 2 / scale;
  const y = (word.top + word.bottom) / 2 / scale;
  const level = y >= baseline - ABOVE_EM * size && y <= baseline + BELOW_EM * size;
  return level && x >= left && x <= left + width;
}
