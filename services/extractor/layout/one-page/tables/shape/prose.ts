/** Limits that distinguish running text from the cells of a table. */
import { startsSmall } from '../../../text/scripts.ts';
import { endsClause } from '../../../text/sentence-ends.ts';
import type { Word } from './words.ts';

/** A line that fills this share of the width is prose. */
export const PROSE_FILL_SHARE = 0.75;
/** A line of prose has at least this many words; shorter ones may be long labels. */
export const PROSE_LINE_WORDS = 6;
/** Text larger than the table's by this factor is a heading of the page. */
export const LARGER_SIZE = 1.08;

/** Least number of words in a line of text. */
export const LINE_WORDS = 3;

/** Whether a line of text continues the one above: it begins with a small letter, and no full stop comes before. */
export function flowsOn(above: string, line: readonly Word[]): boolean {
  return line.length >= LINE_WORDS && startsSmall(line[0]?.text ?? '') && !endsClause(above);
}
