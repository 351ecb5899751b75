/** A number at the start of a line counts items, or is one of a sentence's that the line end happened to fall before. */

import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isWordedNumber } from '../../text/section-numbers.ts';
import { opensItem } from '../lines/markers.ts';
import { gapsOf } from '../lines/neighbours.ts';
import { isFlush, RUNNING_WORDS_MIN } from './dashes.ts';
import { flushLines, isFull } from './full-lines.ts';

/** `20. Juli`, `18. Lebensjahr`, `2. Dies`: at the end of a sentence or an ordinal. */
const ORDINAL = /^(\d{1,2})\.\s/;
/** `XI) als`: the bracket was opened in the line above. */
const CLOSING = /^[^\s()]{1,5}\)/u;
/** No sign ends the line above: a word in small letters, a hyphen, a bracket's end. */
const OPEN_END = /(?:(?:^|[\s(])\p{Ll}+|[-‐(])$/u;
const COLUMN_LINES_MIN = 3;
/** Text stands behind a number as its words do from each other, give or take this factor; items stand farther off. */
const GAP_FACTOR = 1.6;

/** Whether the number or the letters that seem to open an item in `lower` go on with the sentence of the line above. */
export function isNumberInSentence(upper: Line, lower: Line, lines: readonly Line[]): boolean {
  if (!isFlush(upper, lower) || opensItem(upper)) return false;
  if (CLOSING.test(lower.text) && hasOpenBracket(upper.text)) return true;
  const number = ORDINAL.exec(lower.text)?.[1];
  if (number === undefined || upper.items.length < RUNNING_WORDS_MIN) return false;
  const isReference = isWordedNumber(`${upper.items.at(-1)?.text} ${number}`);
  if (!isReference && !OPEN_END.test(upper.text)) return false;
  const column = flushLines(upper, lines);
  return (
    column.length >= COLUMN_LINES_MIN &&
    isFull(upper, lower, column) &&
    isSpaced(lower) &&
    !column.some(line => isCountedBeside(line, Number(number)))
  );
}

function hasOpenBracket(text: string): boolean {
  const open = text.lastIndexOf('(');
  return open >= 0 && !text.includes(')', open);
}

function isSpaced({ items }: Line): boolean {
  const [first = 0, ...others] = gapsOf(items);
  return others.length === 0 || first < GAP_FACTOR * median(others);
}

/** The number before or behind it opens a line, too: both count. */
function isCountedBeside(line: Line, number: number): boolean {
  const other = ORDINAL.exec(line.text)?.[1];
  return other !== undefined && Math.abs(Number(other) - number) === 1;
}
