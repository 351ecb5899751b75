/** The warning about a page whose reading cannot be relied on. */
import type { RecognizedPage } from './engine.ts';

/**
 * 108 pages of every quality have at least 77; print in scripts that no model knows has at most 72, except Lao, which
 * is read as Thai.
 */
const LEAST_PAGE_CONFIDENCE = 75;

/**
 * The code of a warning, or null. It means that the text is more likely gibberish, or that most of the page could not
 * be read. The latter includes a page of which nothing was read, whose empty answer would otherwise look like that of a
 * blank page.
 */
export function warningOf(page: RecognizedPage): 'ocr-doubtful' | null {
  if (page.isMostlyUnread) return 'ocr-doubtful';
  return page.lines.length > 0 && page.confidence < LEAST_PAGE_CONFIDENCE ? 'ocr-doubtful' : null;
}
