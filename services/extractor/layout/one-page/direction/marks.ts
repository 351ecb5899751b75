/** Puts vowel signs that were drawn separately back into the word, after the letter they stand on. */
import type { TextItem } from '../../page/content.ts';

const MARKS = /^\p{M}+$/u;

export function withMarks(stretch: readonly TextItem[]): TextItem[] {
  const marks = stretch.filter(item => MARKS.test(item.text));
  if (marks.length === 0) return [...stretch];
  const words = stretch.filter(item => !MARKS.test(item.text));
  const wearers = new Map<TextItem, TextItem[]>();
  for (const mark of marks) {
    const middle = mark.left + mark.width / 2;
    const host = words.find(word => middle >= word.left && middle <= word.left + word.width);
    if (host !== undefined) wearers.set(host, [...(wearers.get(host) ?? []), mark]);
  }
  return words.map(word => (wearers.get(word) ?? []).reduce(wearing, word));
}

/** On the page a mark comes before its letter, as the letters after it do; turned around, it follows its letter. */
function wearing(word: TextItem, mark: TextItem): TextItem {
  const letters = word.text.match(/\p{M}*\P{M}/gu) ?? [];
  const share = (mark.left + mark.width / 2 - word.left) / word.width;
  const at = Math.min(letters.length - 1, Math.max(0, Math.floor(share * letters.length)));
  return {
    ...word,
    text: letters.map((letter, place) => (place === at ? mark.text + letter : letter)).join(''),
  };
}
