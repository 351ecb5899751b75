/** Merges what OCR reads into a page with a little text of its own: titles over pictures, stamps and numbers on scans. */

import type { FontStyle, Gap, PageContent, TextItem } from '../../../layout/page/content.ts';
import { middleX, middleY } from '../../../layout/page/geometry.ts';
import type { RecognizedLine, RecognizedWord } from '../../../ocr/engine.ts';
import { hasBrokenText } from './need.ts';
import { QUARTER } from './turned-word.ts';

/** A word's ink lies within this distance above and below its baseline. */
const ABOVE_EM = 1;
const BELOW_EM = 0.35;

/** Print lower than this, in ems of a word over it, is not that word: a watermark lies across lines of other text. */
const SAME_WORD_EM = 0.3;

/** Least share of the glyphs without meaning that belong to known fonts. */
const LOCATED_SHARE = 0.9;

/** Returns the page's own visible and meaningful words, which are better than any reading of their picture. */
export function readableItems(page: PageContent): TextItem[] {
  if (hasBrokenText(page) && !areLocated(page)) return [];
  const broken = brokenFonts(page);
  return page.items.filter(item => !item.invisible && !broken.has(item.font));
}

/** Returns the broken fonts: the words they give are no more reliable than those they lack. */
export function brokenFonts({ gaps = [] }: PageContent): Set<FontStyle> {
  return new Set(gaps.map(gap => gap.font));
}

/** Returns the page with the words read in its gaps, and without those that its broken fonts gave there. */
export function withWordsInGaps(page: PageContent, words: readonly TextItem[]): PageContent {
  const broken = brokenFonts(page);
  const isRead = ({ left, width, baseline, size }: TextItem) =>
    words.some(
      word =>
        Math.abs(word.baseline - baseline) < size &&
        left + width / 2 >= word.left &&
        left + width / 2 <= word.left + word.width,
    );
  const kept = page.items.filter(item => !broken.has(item.font) || !isRead(item));
  return { ...page, items: [...kept, ...words].map((item, index) => ({ ...item, index })) };
}

/** Whether it is known which fonts lost their meaning, so that the words of the others are reliable. */
export function areLocated({ gaps = [], unreadable = 0 }: PageContent): boolean {
  const located = gaps.reduce((sum, { glyphs }) => sum + glyphs, 0);
  return unreadable > 0 && located >= LOCATED_SHARE * unreadable;
}

/** Returns the recognised words, in pixels at `scale` to the point, that are none of the page's own. */
export function linesBeside(
  lines: readonly RecognizedLine[],
  items: readonly TextItem[],
  scale: number,
): RecognizedLine[] {
  return lines
    .map(line => ({
      ...line,
      words: line.words.filter(word => !items.some(item => says(item, word, scale))),
    }))
    .filter(line => line.words.length > 0);
}

/**
 * Whether a recognised word is a word of the page. Text at an angle is not read at all; text that is sideways or upside
 * down is read as something else.
 */
function says(item: TextItem, word: RecognizedWord, scale: number): boolean {
  const isSized = word.bottom - word.top >= SAME_WORD_EM * item.size * scale;
  if (item.angle === 0) return isSized && covers(item, word, scale);
  return item.angle % QUARTER === 0 && meetsMiddle(item, word, scale);
}

/** Whether the middle of what was read lies in the box of a word that is sideways or upside down. */
function meetsMiddle(
  { left, baseline, width, size, angle }: TextItem,
  word: RecognizedWord,
  scale: number,
): boolean {
  const [along, across] = [Math.round(Math.cos(radians(angle))), Math.round(Math.sin(radians(angle)))];
  const [x, y] = [middleX(word) / scale - left, middleY(word) / scale - baseline];
  const forward = x * along - y * across;
  const above = -y * along - x * across;
  return forward >= 0 && forward <= width && above >= -BELOW_EM * size && above <= ABOVE_EM * size;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the recognised words in gaps of the page's own text. */
export function linesInGaps(
  lines: readonly RecognizedLine[],
  gaps: readonly (Gap | TextItem)[],
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
  const x = middleX(word) / scale;
  const y = middleY(word) / scale;
  const level = y >= baseline - ABOVE_EM * size && y <= baseline + BELOW_EM * size;
  return level && x >= left && x <= left + width;
}
