/** Decides whether a number at the start of a line counts items or belongs to the sentence above. */

import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isWordedNumber } from '../../text/section-numbers.ts';
import { opensItem } from '../lines/markers.ts';
import { gapsOf } from '../lines/neighbours.ts';
import { isFlush, RUNNING_WORDS_MIN } from './dashes.ts';
import { flushLines, isFull } from './full-lines.ts';

/** A number with a full stop: `20. Juli`, `18. Lebensjahr`, `2. Dies`, which may be an ordinal or end a sentence. */
const ORDINAL = /^(\d{1,2})\.\s/;
/** A closing bracket that was opened on the line above: `XI) als`. */
const CLOSING = /^[^\s()]{1,5}\)/u;
/** The end of an unfinished line: a word in small letters, a hyphen, or an opening bracket. */
const OPEN_END = /(?:(?:^|[\s(])\p{Ll}+|[-‐(])$/u;
const COLUMN_LINES_MIN = 3;
/** A number that belongs to the text stands at most this many times a word gap from it; an item's number stands farther off. */
const GAP_FACTOR = 1.6;

/** Whether the number or letters that seem to open an item in `lower` continue the sentence of the line above. */
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

/** Whether the number before or after it also opens a line: then both count. */
function isCountedBeside(line: Line, number: number): boolean {
  const other = ORDINAL.exec(line.text)?.[1];
  return other !== undefined && Math.abs(Number(other) - number) === 1;
}
