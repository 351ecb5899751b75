/** Reads from the picture of the page what fonts do not map: whole words, and letters within words. */
import type { PageContent } from '../../../layout/page/content.ts';
import { itemsOf } from '../../../layout/recognized/items.ts';
import { OutOfTime, type RecognizedLine, type RecognizedPage } from '../../../ocr/engine.ts';
import { brokenFonts, linesInGaps, withWordsInGaps } from './merge.ts';
import { gapsToRead, holesToRead } from './need.ts';
import { withTornWords } from './torn-words.ts';

/** Returns a page as OCR reads it; null where it cannot be rendered. */
export type Look = () => Promise<{ recognized: RecognizedPage; scale: number } | null>;

/**
 * Returns the page with the lost words and letters added, as far as OCR reads them with certainty (`isSure`); the same
 * page where there are none.
 */
export async function withLostLetters(
  page: PageContent,
  look: Look,
  isSure: (line: RecognizedLine) => boolean,
): Promise<PageContent> {
  const gaps = gapsToRead(page);
  const holes = holesToRead(page);
  if (gaps.length === 0 && holes.length === 0) return page;
  const seen = await look().catch(error => {
    // Words that lack a letter are better than none.
    if (gaps.length === 0 && error instanceof OutOfTime) return null;
    throw error;
  });
  if (seen === null || seen.recognized.quarterTurns !== 0) return page;
  const { recognized, scale } = seen;
  const placement = { left: 0, top: 0, scale };
  const lines = recognized.lines.filter(isSure);
  const torn = holes.length === 0 ? page : withTornWords(page, holes, itemsOf(lines, placement, 0));
  if (gaps.length === 0) return torn;
  const broken = brokenFonts(page);
  const places = [...gaps, ...page.items.filter(item => broken.has(item.font))];
  const missing = linesInGaps(recognized.lines, places, scale).filter(isSure);
  return missing.length === 0 ? torn : withWordsInGaps(torn, itemsOf(missing, placement, page.items.length));
}
