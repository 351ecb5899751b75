/** What is said beside a page whose reading is not to be relied on. */
import { isDoubtful } from './confidence.ts';
import type { RecognizedPage } from './engine.ts';

/** A warning's code: hardly print at all, or none. */
export function warningOf(page: RecognizedPage): 'ocr-doubtful' | null {
  return isDoubtful(page) ? 'ocr-doubtful' : null;
}
