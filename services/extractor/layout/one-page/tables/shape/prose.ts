/** What tells running text from the cells of a table. */
import { startsSmall } from '../../../text/scripts.ts';
import { endsClause } from '../../../text/sentence-ends.ts';
import type { Word } from './words.ts';

/** A line that fills this much of the width is prose. */
export const PROSE_FILL_SHARE = 0.75;
/** A line of prose has at least this many words; shorter ones may be long labels. */
export const PROSE_LINE_WORDS = 6;
/** Text this much larger than the table's is a heading of the page. */
export const LARGER_SIZE = 1.08;

/** Lines of text have at least so many words. */
export const LINE_WORDS = 3;

/** Whether a line of text goes on from the one above: a small letter after no full stop. */
export function flowsOn(above: string, line: readonly Word[]): boolean {
  return line.length >= LINE_WORDS && startsSmall(line[0]?.text ?? '') && !endsClause(above);
}
