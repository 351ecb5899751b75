/**
 * Joins letters of a font for vertical writing that a program sets side by side, as publishers' stamps do. In the file,
 * each is a column of one letter; they are upright, and their words level.
 */

import type { TextItem } from '../../../layout/page/content.ts';
import { ASCENT_EM } from './vertical.ts';

/** Greatest distance from one letter to the next, their greatest difference in height, and the width of the last letter. */
export const BESIDE_MAX_EM = 1.3;
const BESIDE_SHIFT_EM = 0.05;
const LATIN_EM = 0.5;

/** Returns the same items, with such letters joined to words; each letter is as wide as the distance to the next. */
export function withLevelWords(items: readonly TextItem[]): TextItem[] {
  if (!items.some((item, at) => isBeside(items[at + 1], item))) return [...items];
  const words: TextItem[] = [];
  items.forEach((item, at) => {
    const [before, next] = [items[at - 1], items[at + 1]];
    const goesOn = isBeside(item, before);
    if (!goesOn && !isBeside(next, item)) words.push(item);
    else {
      const width = isBeside(next, item) ? (next?.left ?? 0) - item.left : LATIN_EM * item.size;
      const word = words.at(-1);
      if (goesOn && word !== undefined && !item.spaceBefore)
        words[words.length - 1] = {
          ...word,
          text: word.text + item.text,
          width: item.left + width - word.left,
        };
      else words.push({ ...item, angle: 0, width, baseline: item.baseline + ASCENT_EM * item.size });
    }
  });
  return words.map((word, index) => ({ ...word, index }));
}

/** Whether an item is right of a column of one letter, at most a wide letter and a space away, and level with it. */
function isBeside(item: TextItem | undefined, before: TextItem | undefined): boolean {
  if (item === undefined || before === undefined || item.angle !== -90 || before.angle !== -90) return false;
  const step = (item.left - before.left) / item.size;
  const shift = Math.abs(item.baseline - before.baseline) / item.size;
  const areLetters = item.text.length === 1 && before.text.length === 1;
  return areLetters && step > 0 && step < BESIDE_MAX_EM && shift < BESIDE_SHIFT_EM;
}
