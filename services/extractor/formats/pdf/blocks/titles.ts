/** Titles that stand right under each other. */
import { sectionNumberOf } from '../headings/numbering.ts';
import { isCapitals } from '../headings/style.ts';
import type { Line } from '../lines/line.ts';
import { BLOCKS } from '../thresholds.ts';

/** Bold lines that both have a section number, or of which one is set in capitals. */
export function isAnotherTitle(line: Line, before: Line): boolean {
  if (line.bold < BLOCKS.boldShare || before.bold < BLOCKS.boldShare) return false;
  if (!/^[\p{Lu}\p{N}]/u.test(line.text)) return false;
  if (sectionNumberOf(line.text) !== null && sectionNumberOf(before.text) !== null) return true;
  const small = isCapitals(line.text) ? before : line;
  return isCapitals(line.text) !== isCapitals(before.text) && /\p{Ll}{3}/u.test(small.text);
}
