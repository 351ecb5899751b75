/** Recognises the mark that opens a note: a raised number or letter, a symbol, or a circled number. */
import type { Line } from '../../page/line.ts';

/** The mark of a note is raised, and at most this share of the note's size. */
const NOTE_MARK_MAX = 0.85;

interface NoteMark {
  text: string;
  /** Position in the sequence of marks; null for symbols. */
  value: number | null;
}

const SIGNS = /^(?:[*†‡§¶#]{1,4}|[¹²³⁰⁴-⁹]+)/u;
const CIRCLED = /^[\u2460-\u2473]/u;
const RAISED = /^(?:\d{1,3}|[a-z])$/;

/** Returns the mark that a line opens with, or null. */
export function noteMarkOf({ items, size, text, baseline }: Line): NoteMark | null {
  const circled = CIRCLED.exec(text)?.[0];
  if (circled !== undefined) return { text: circled, value: circled.charCodeAt(0) };
  const sign = SIGNS.exec(text)?.[0];
  // An asterisk before a space is a bullet.
  if (sign !== undefined && (sign !== '*' || /^\*\S/.test(text))) return { text: sign, value: null };
  const [first] = items;
  const isRaised =
    first !== undefined && items.length > 1 && first.size < NOTE_MARK_MAX * size && first.baseline < baseline;
  if (!isRaised || !RAISED.test(first.text)) return null;
  return { text: first.text, value: Number.parseInt(first.text, 36) };
}

/** Whether a line opens the note that follows the one another line opens. */
export function opensNextNote(line: Line, before: Line): boolean {
  const [mark, last] = [noteMarkOf(line), noteMarkOf(before)];
  if (mark === null || last === null || mark.text === last.text) return false;
  return mark.value === null || last.value === null || mark.value === last.value + 1;
}
