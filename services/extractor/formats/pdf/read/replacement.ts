/** Applies the text that a drawing stands for (ActualText, ISO 32000-1 14.9.4) in place of what was drawn. */

import type { TextItem } from '../../../layout/page/content.ts';
import { turnedText } from '../../../layout/text/turn.ts';
import { characterOf } from './characters.ts';

export const wordsOf = (actual: string): string[] =>
  turnedText(characterOf(actual, false))
    .split(/\s+/)
    .filter(word => word !== '');

/** Whether everything is upright on one line, except for superscripts and subscripts. */
export function isOneLine(drawn: readonly TextItem[]): boolean {
  const baseline = drawn[0]?.baseline ?? 0;
  return drawn.every(item => Math.abs(item.baseline - baseline) <= item.size / 2 && item.angle === 0);
}

/** Returns where the drawn words end: the last of them may be a mark above the first. */
export const endOf = (drawn: readonly TextItem[]): number =>
  drawn.reduce((end, { left, width }) => Math.max(end, left + width), -Infinity);

/** Returns the words in place of the drawn ones, spread evenly over their width; `opens` says that a space comes first. */
export function spreadOver(drawn: readonly TextItem[], words: readonly string[], opens: boolean): TextItem[] {
  const first = drawn[0];
  if (first === undefined) return [];
  // Accents drawn before their letter begin farther right than the letter.
  const left = drawn.reduce((start, item) => Math.min(start, item.left), Infinity);
  const { baseline } = drawn.reduce((widest, item) => (item.width > widest.width ? item : widest));
  const width = endOf(drawn) - left;
  const characters = Math.max(1, words.join(' ').length);
  let at = left;
  return words.map((text, i) => {
    const item = { ...first, text, baseline, left: at, width: (width * text.length) / characters };
    item.spaceBefore = i > 0 || first.spaceBefore || opens;
    at += item.width + width / characters;
    return item;
  });
}

/**
 * Scripts that write one character for each letter: in others a glyph stands for several, and a file's own map may name
 * too many.
 */
const LETTER_BY_LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]*$/u;

/** A letter with marks is drawn in pieces, for which a map may name another letter. */
const MARK = /\p{M}/u;

const wordLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Whether a replacement is only part of the drawn words: a remainder of an earlier text after the drawing was edited
 * (`ity` for `CITY`). Words drawn twice on top of each other are replaced once.
 */
export function isPartOf(actual: string, drawn: readonly TextItem[]): boolean {
  const [part, shown] = [wordLetters(actual), wordLetters(drawn.map(item => item.text).join(''))];
  if (part === '' || part.length >= shown.length || !shown.includes(part)) return false;
  if (!LETTER_BY_LETTER.test(shown) || MARK.test(actual)) return false;
  return shown !== part.repeat(shown.length / part.length);
}
