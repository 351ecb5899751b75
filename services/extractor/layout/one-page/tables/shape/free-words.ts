/** The words of a page that are in no table yet: in stream order, by height, and in rows. */
import type { Rectangle } from '../../../page/content.ts';
import { firstFrom, middleX, middleY } from '../../../page/geometry.ts';
import { CROSSING_SLACK_PT } from './rules.ts';
import type { VisualRow } from './visual-row.ts';
import { visualRows } from './visual-rows.ts';
import type { Word } from './words.ts';

export class FreeWords {
  readonly #words: readonly Word[];
  /** All words, free or not, by their middles; built on demand because few pages need it. */
  #byHeight: { words: readonly Word[]; middles: readonly number[] } | null = null;
  readonly #taken = new Set<Word>();
  /** The free ones among `#words`, and their rows; reset when words are taken. */
  #all: readonly Word[] | null = null;
  #rows: readonly VisualRow[] | null = null;

  constructor(words: readonly Word[]) {
    this.#words = words;
  }

  /** In stream order. */
  get all(): readonly Word[] {
    this.#all ??= this.#words.filter(word => !this.#taken.has(word));
    return this.#all;
  }

  /** From top to bottom. */
  get rows(): readonly VisualRow[] {
    this.#rows ??= visualRows(this.all);
    return this.#rows;
  }

  /** Returns the words whose middle lies between two heights, in the order of their middles. */
  between(top: number, bottom: number): Word[] {
    const found: Word[] = [];
    this.some(top, bottom, word => {
      found.push(word);
      return false;
    });
    return found;
  }

  /** Whether any word between two heights fulfils `is`. */
  some(top: number, bottom: number, is: (word: Word) => boolean): boolean {
    this.#byHeight ??= byMiddles(this.#words);
    const { words, middles } = this.#byHeight;
    const from = firstFrom(middles.length, at => middles[at] ?? 0, top);
    for (let at = from; (middles[at] ?? Infinity) <= bottom; at += 1) {
      const word = words[at] as Word;
      if (!this.#taken.has(word) && is(word)) return true;
    }
    return false;
  }

  /** Returns the words whose middle lies in the region, or slightly beside it. */
  inside({ left, right, top, bottom }: Rectangle): Word[] {
    return this.between(top, bottom).filter(word => {
      const x = middleX(word);
      return x >= left - CROSSING_SLACK_PT && x <= right + CROSSING_SLACK_PT && middleY(word) > top;
    });
  }

  has(words: readonly Word[]): boolean {
    return !words.some(word => this.#taken.has(word));
  }

  take(words: readonly Word[]): void {
    for (const word of words) this.#taken.add(word);
    this.#all = null;
    this.#rows = null;
  }
}

function byMiddles(of: readonly Word[]): { words: Word[]; middles: number[] } {
  const words = of.toSorted((one, other) => middleY(one) - middleY(other));
  return { words, middles: words.map(middleY) };
}
