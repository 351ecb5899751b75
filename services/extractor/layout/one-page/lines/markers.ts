/** Recognises bullets and numbers that open list items and numbered headings. */

import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { OPENING, startsItem } from '../../text/markers.ts';

/** A marker is at most this far before its text. */
export const MARKER_GAP_EM = 4.5;
/** A letter that serves as a bullet is at least this far before its text, … */
const BULLET_GAP_EM = 0.6;
/** … and this many times as far as its words are from each other. */
const BULLET_GAP_FACTOR = 1.5;

/** Whether a line opens an item. Word processors mark a second level with an "o", which is a word in some languages. */
export function opensItem(line: Line): boolean {
  return startsItem(line.text) || isLetterBullet(line);
}

/** Whether a line begins with an "o" that is farther from the text than its words are from each other. */
export function isLetterBullet(line: Line): boolean {
  if (!line.text.startsWith('o ')) return false;
  const [first, second] = line.items;
  if (first?.text !== 'o' || second === undefined) return false;
  const gap = second.left - (first.left + first.width);
  // Justified lines have wide spaces everywhere.
  const others = line.items.slice(2).map((item, at) => {
    const before = line.items[at + 1] ?? item;
    return item.left - (before.left + before.width);
  });
  return gap > BULLET_GAP_EM * first.size && gap > BULLET_GAP_FACTOR * median(others);
}

/** Returns the x coordinate where a line's text begins after its marker. */
export function textLeftOf(line: Line): number {
  return textLeftBehind(line, (OPENING.exec(line.text)?.[0].trim() ?? 'o').length);
}

/** Returns the x coordinate of the first word after so many characters; the line's own where none follows. */
export function textLeftBehind(line: Line, length: number): number {
  let passed = 0;
  for (const item of line.items) {
    if (passed >= length) return item.left;
    passed += item.text.length;
  }
  return line.left;
}
