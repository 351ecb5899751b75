/** Removes descriptions of pictures that repeat what the page already says, which would otherwise be read twice. */

import type { TextItem } from '../../page/content.ts';
import type { PageTags } from '../../page/hints.ts';
import { comparable } from '../../text/comparable.ts';

/** A description of fewer letters may be a word that the page also uses for something else. */
const LETTERS_MIN = 12;
/** A description of at least this many words counts as repeated even in another order, as with the labels of a diagram. */
const WORDS_MIN = 8;
/** Least share of its words that the page then also has, each as often. */
const REPEATED_SHARE = 0.9;

export function withoutRepeatedFigures(tags: PageTags, items: readonly TextItem[]): PageTags {
  if (tags.figures.length === 0) return tags;
  const shown = comparable(items.map(({ text }) => text).join(''));
  const words = countsOf(items.flatMap(wordsOf));
  const figures = tags.figures.filter(({ alt }) => !isSaid(alt, shown, words));
  return figures.length === tags.figures.length ? tags : { ...tags, figures };
}

function isSaid(alt: string, shown: string, words: ReadonlyMap<string, number>): boolean {
  const letters = comparable(alt);
  if (letters.length >= LETTERS_MIN && shown.includes(letters)) return true;
  const own = wordsOf({ text: alt });
  if (own.length < WORDS_MIN) return false;
  let said = 0;
  for (const [word, times] of countsOf(own)) said += Math.min(times, words.get(word) ?? 0);
  return said >= REPEATED_SHARE * own.length;
}

const wordsOf = ({ text }: { text: string }): string[] =>
  text.split(/\s+/u).flatMap(word => comparable(word) || []);

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
