/**
 * Joins words that are set with wide letter-spacing and arrive letter by letter: the pattern of the gaps tells words
 * from letters.
 */

import type { TextItem } from '../../page/content.ts';
import { median } from '../../page/geometry.ts';
import { SCRIPT_SIZE_MAX, SPACE_EM } from '../../page/line.ts';

/** A line is letter-spaced when most of its "words" are single letters … */
const SINGLE_LETTER_SHARE = 0.5;
const SHORT_WORD_SHARE = 0.8;
/** … and there are enough of them to see a pattern. */
const LETTER_SPACING_WORDS_MIN = 5;
/** Gaps between its words exceed the usual gap between letters by this factor. */
const LETTER_SPACING_FACTOR = 1.6;

/** A word that is letter-spaced for emphasis, in a line that is not, has at least this many letters (`1 à 7` are words), … */
const SPREAD_LETTERS_MIN = 4;
/** … at most this far apart, each as far as the next but for this much rounding and kerning. */
const SPREAD_MAX_EM = 0.7;
const SPREAD_SCATTER_EM = 0.1;

/** Returns the same line with spaces only where a gap clearly exceeds the usual gap between letters. */
export function withoutLetterSpacing(items: readonly TextItem[]): readonly TextItem[] {
  return isLetterSpaced(items) ? withUsualGapsClosed(items) : withSpreadWordsJoined(items);
}

function withUsualGapsClosed(items: readonly TextItem[]): TextItem[] {
  const gaps = items.map((item, at) => gapBefore(items[at - 1], item));
  const usual = median(gaps.slice(1));
  const wide = Math.max(usual * LETTER_SPACING_FACTOR, usual + SPACE_EM * (items[0]?.size ?? 0));
  // Words at either end of the line that are not letter-spaced keep their spaces.
  const isShort = ({ text }: TextItem) => text.length <= 2;
  const [first, last] = [
    firstRun(items, isShort),
    items.length - 1 - firstRun([...items].reverse(), isShort),
  ];
  return items.map((item, at) =>
    at === 0 || at <= first || at > last
      ? item
      : { ...item, index: (items[0]?.index ?? 0) + at, spaceBefore: (gaps[at] ?? 0) > wide },
  );
}

/** Returns where enough items of a kind follow each other to show a pattern; 0 where none do. */
function firstRun(items: readonly TextItem[], isOfKind: (item: TextItem) => boolean): number {
  const at = items.findIndex((_, start) => {
    const run = items.slice(start, start + LETTER_SPACING_WORDS_MIN);
    return run.length === LETTER_SPACING_WORDS_MIN && run.every(isOfKind);
  });
  return Math.max(0, at);
}

/** Joins letters with no space between them to words, in lines whose spaces are drawn. */
function withSpreadWordsJoined(items: readonly TextItem[]): readonly TextItem[] {
  const isDrawn = (item: TextItem, at: number) => at > 0 && item.spaceBefore && item.isSpaceLeftOpen !== true;
  if (!items.some(({ isSpaceLeftOpen }) => isSpaceLeftOpen) || !items.some(isDrawn)) return items;
  const joined = [...items];
  for (let start = 0; start < items.length; ) {
    const end = spreadWordEnd(items, start);
    if (end - start >= SPREAD_LETTERS_MIN)
      for (let at = start + 1; at < end; at++)
        joined[at] = { ...(items[at] as TextItem), spaceBefore: false };
    start = end;
  }
  return joined;
}

/** Returns the index after the last letter of the word that begins at `start`. */
function spreadWordEnd(items: readonly TextItem[], start: number): number {
  const usual = gapBefore(items[start], items[start + 1]);
  let end = start + 1;
  for (; end < items.length; end++) {
    const [before, item] = [items[end - 1], items[end]];
    if (before === undefined || item === undefined || !item.isSpaceLeftOpen) break;
    if (!LETTER.test(before.text) || !LETTER.test(item.text) || before.size !== item.size) break;
    const gap = gapBefore(before, item);
    if (gap > SPREAD_MAX_EM * item.size || Math.abs(gap - usual) > SPREAD_SCATTER_EM * item.size) break;
  }
  return end;
}

/** A single letter. A Korean syllable is as often a whole word. */
const LETTER = /^(?!\p{sc=Hang})[\p{L}\p{N}]$/u;

function isLetterSpaced(items: readonly TextItem[]): boolean {
  if (items.length < LETTER_SPACING_WORDS_MIN) return false;
  const pairs = items.filter(item => item.text.length <= 2).length;
  if (pairs < items.length * SHORT_WORD_SHARE || !areLetters(items)) return false;
  // Superscripts and subscripts between words are single letters, too.
  const least = SCRIPT_SIZE_MAX * Math.max(...items.map(item => item.size));
  return areLetters(items.filter(item => item.size >= least));
}

const areLetters = (items: readonly TextItem[]): boolean =>
  items.filter(item => LETTER.test(item.text)).length >= items.length * SINGLE_LETTER_SHARE;

function gapBefore(before: TextItem | undefined, item: TextItem | undefined): number {
  return before === undefined || item === undefined ? 0 : item.left - (before.left + before.width);
}
