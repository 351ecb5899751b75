/** A large first letter that stands as deep as two or three lines belongs to the first of them. */
import { median } from '../geometry.ts';
import type { TextItem } from '../page.ts';
import { LINES } from './thresholds.ts';

/** The same words; each such letter is set before the word it begins, in that word's size. */
export function withDropCaps(items: readonly TextItem[]): TextItem[] {
  const usual = median(items.map(item => item.size));
  const letters = items.filter(
    item => item.size > LINES.dropCapMin * usual && /^["“«]?\p{Lu}$/u.test(item.text),
  );
  const hosts = new Map(letters.flatMap(letter => pairOf(letter, items)));
  const moved = new Set(hosts.values());
  return items.flatMap(item => {
    if (moved.has(item)) return [];
    const letter = hosts.get(item);
    return letter === undefined ? [item] : [{ ...item, ...begunWith(letter, item) }];
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

/** Level with the letter's upper edge, close behind it, and above its baseline. */
function isBegunBy(letter: TextItem, item: TextItem): boolean {
  const gap = item.left - (letter.left + letter.width);
  const rise = letter.baseline - item.baseline;
  const top = letter.baseline - LINES.capitalEm * letter.size - (item.baseline - LINES.capitalEm * item.size);
  return (
    item.size * LINES.dropCapMin < letter.size &&
    gap > -LINES.overlapMaxEm * item.size &&
    gap < LINES.dropCapGapEm * item.size &&
    rise > LINES.capitalEm * item.size &&
    Math.abs(top) < LINES.capitalEm * item.size
  );
}

/** The letter's word: drawn apart, a space between them cannot be told from the room around the letter. */
function begunWith(
  letter: TextItem,
  item: TextItem,
): Pick<TextItem, 'text' | 'left' | 'width' | 'spaceBefore'> {
  const right = item.left + item.width;
  return { text: letter.text + item.text, left: letter.left, width: right - letter.left, spaceBefore: true };
}
