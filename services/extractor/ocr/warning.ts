/** What is said beside a page whose reading is not to be relied on. */
import type { RecognizedPage } from './engine.ts';

/** 108 pages of every quality come to 77 and more; print in scripts that the models do not know, to 72 at most but for Lao, which is read as Thai. */
const LEAST_PAGE_CONFIDENCE = 75;

/** A warning's code: what was read is more likely gibberish than text; or none. */
export const warningOf = ({
  lines,
  confidence,
  isMostlyUnread = false,
}: RecognizedPage): 'ocr-doubtful' | null =>
  lines.length > 0 && (isMostlyUnread || confidence < LEAST_PAGE_CONFIDENCE) ? 'ocr-doubtful' : null;
