/** What is said beside a page whose reading is not to be relied on. */
import { isDoubtful } from './confidence.ts';
import type { RecognizedPage } from './engine.ts';

/** A warning's code: hardly print at all, print without its accents, or none. */
export function warningOf(page: RecognizedPage): 'ocr-doubtful' | 'ocr-language' | null {
  if (isDoubtful(page)) return 'ocr-doubtful';
  return page.foreign === true ? 'ocr-language' : null;
}
