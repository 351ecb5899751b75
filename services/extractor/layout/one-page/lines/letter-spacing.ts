/** Words set with wide letter-spacing arrive letter by letter; the rhythm of the gaps tells words from letters. */

import type { TextItem } from '../../page/content.ts';
import { median } from '../../page/geometry.ts';
import { SCRIPT_SIZE_MAX, SPACE_EM } from '../../page/line.ts';

/** A line is letter-spaced when most of its "words" are single letters … */
const SINGLE_LETTER_SHARE = 0.5;
const SHORT_WORD_SHARE = 0.8;
/** … and there are enough of them to see a rhythm; */
const LETTER_SPACING_WORDS_MIN = 5;
/** its word gaps exceed the usual letter gap by this factor. */
const LETTER_SPACING_FACTOR = 1.6;

/** The same line with spaces only where the gap clearly exceeds the usual one between its letters. */
export function withoutLetterSpacing(items: readonly TextItem[]): TextItem[] {
  if (!isLetterSpaced(items)) return [...items];
  const gaps = items.map((item, at) => gapBefore(items[at - 1], item));
  const usual = median(gaps.slice(1));
  const wide = Math.max(usual * LETTER_SPACING_FACTOR, usual + SPACE_EM * (items[0]?.size ?? 0));
  return items.map((item, at) =>
    at === 0 ? item : { ...item, index: (items[0]?.index ?? 0) + at, spaceBefore: (gaps[at] ?? 0) > wide },
  );
}

/** A Korean syllable is a word as often as not. */
const LETTER = /^(?!\p{sc=Hang})[\p{L}\p{N}]$/u;

function isLetterSpaced(items: readonly TextItem[]): boolean {
  if (items.length < LETTER_SPACING_WORDS_MIN) return false;
  const pairs = items.filter(item => item.text.length <= 2).length;
  if (pairs < items.length * SHORT_WORD_SHARE || !areLetters(items)) return false;
  // Scripts between words are single letters, too.
  const least = SCRIPT_SIZE_MAX * Math.max(...items.map(item => item.size));
  return areLetters(items.filter(item => item.size >= least));
}

const areLetters = (items: readonly TextItem[]): boolean =>
  items.filter(item => LETTER.test(item.text)).length >= items.length * SINGLE_LETTER_SHARE;

function gapBefore(before: TextItem | undefined, item: TextItem): number {
  return before === undefined ? 0 : item.left - (before.left + before.width);
}
