/** What is said beside a page whose reading is not to be relied on. */
import type { RecognizedPage } from './engine.ts';

/** 108 pages of every quality come to 77 and more; print in scripts that the models do not know, to 72 at most but for Lao, which is read as Thai. */
const LEAST_PAGE_CONFIDENCE = 75;

/**
 * The code of a warning, or null: what was read is more likely gibberish than text, or most of the page could not be
 * read at all. The latter also holds for a page of which nothing was read: its answer would be empty without a word.
 */
export function warningOf(page: RecognizedPage): 'ocr-doubtful' | null {
  if (page.isMostlyUnread) return 'ocr-doubtful';
  return page.lines.length > 0 && page.confidence < LEAST_PAGE_CONFIDENCE ? 'ocr-doubtful' : null;
}
