/** Joins drop caps, large first letters or numbers two or three lines deep, to the first of those lines. */

import type { TextItem } from '../../page/content.ts';
import { median } from '../../page/geometry.ts';
import { MARKER_GAP_EM } from './markers.ts';
import { OVERLAP_MAX_EM } from './neighbours.ts';

/** A drop cap is at least this many times as large as the text, two lines high, … */
const DROP_CAP_MIN = 1.7;
/** … and at most this far before its text. */
const DROP_CAP_GAP_EM = 1.2;
/** Height of capitals. */
const CAPITAL_EM = 0.7;

const LETTER = /^["“«]?\p{Lu}$/u;
const NUMBER = /^\p{Nd}{1,2}[.)]?$/u;

/** Returns the same words, with each drop cap before the word that it begins or counts, in that word's size. */
export function withDropCaps(items: readonly TextItem[]): readonly TextItem[] {
  const least = items.reduce((size, item) => Math.min(size, item.size), Infinity);
  const large = items.filter(
    item => item.size > DROP_CAP_MIN * least && (LETTER.test(item.text) || NUMBER.test(item.text)),
  );
  // A quick way out: most pages have none, whatever the usual size.
  if (large.length === 0) return items;
  const usual = median(items.map(item => item.size));
  const letters = large.filter(item => item.size > DROP_CAP_MIN * usual);
  const hosts = new Map(letters.flatMap(letter => pairOf(letter, items)));
  if (hosts.size === 0) return items;
  const moved = new Set(hosts.values());
  return items.flatMap(item => {
    if (moved.has(item)) return [];
    const letter = hosts.get(item);
    if (letter === undefined) return [item];
    const { size, baseline, index } = item;
    if (NUMBER.test(letter.text)) return [{ ...letter, size, baseline, index, spaceBefore: true }, item];
    return [{ ...item, ...begunWith(letter, item) }];
  });
}

function pairOf(letter: TextItem, items: readonly TextItem[]): [TextItem, TextItem][] {
  const host = items
    .filter(item => isBegunBy(letter, item))
    .reduce<TextItem | null>(
      (first, item) => (first === null || item.left < first.left ? item : first),
      null,
    );
  return host === null ? [] : [[host, letter]];
}

/** Whether a word is level with the letter's upper edge, close after it, and above its baseline. */
function isBegunBy(letter: TextItem, item: TextItem): boolean {
  const gap = item.left - (letter.left + letter.width);
  const rise = letter.baseline - item.baseline;
  const top = letter.baseline - CAPITAL_EM * letter.size - (item.baseline - CAPITAL_EM * item.size);
  return (
    item.size * DROP_CAP_MIN < letter.size &&
    gap > -OVERLAP_MAX_EM * item.size &&
    gap < (NUMBER.test(letter.text) ? MARKER_GAP_EM : DROP_CAP_GAP_EM) * item.size &&
    rise > CAPITAL_EM * item.size &&
    Math.abs(top) < CAPITAL_EM * item.size
  );
}

/**
 * Joins the letter to its word where they are drawn apart. A space between them cannot be told from the room around the
 * letter.
 */
function begunWith(
  letter: TextItem,
  item: TextItem,
): Pick<TextItem, 'text' | 'left' | 'width' | 'spaceBefore'> {
  const right = item.left + item.width;
  return { text: letter.text + item.text, left: letter.left, width: right - letter.left, spaceBefore: true };
}
