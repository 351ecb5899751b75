/** The words of a page that stand in no table yet: in the order of the stream, by their height, and in rows. */
import { between, middleY } from '../geometry.ts';
import { type VisualRow, visualRows } from './visual-rows.ts';
import type { Word } from './words.ts';

export class FreeWords {
  readonly #words: readonly Word[];
  /** All words, free or not; few pages ask for it. */
  #byHeight: readonly Word[] | null = null;
  readonly #taken = new Set<Word>();
  /** Those of `#words` that are free, and their rows, until others are taken. */
  #all: readonly Word[] | null = null;
  #rows: readonly VisualRow[] | null = null;

  constructor(words: readonly Word[]) {
    this.#words = words;
  }

  /** In the order of the stream. */
  get all(): readonly Word[] {
    this.#all ??= this.#words.filter(word => !this.#taken.has(word));
    return this.#all;
  }

  /** From top to bottom. */
  get rows(): readonly VisualRow[] {
    this.#rows ??= visualRows(this.all);
    return this.#rows;
  }

  /** Those whose middle lies between two heights, in the order of their middles. */
  between(top: number, bottom: number): Word[] {
    this.#byHeight ??= this.#words.toSorted((one, other) => middleY(one) - middleY(other));
    return between(this.#byHeight, middleY, top, bottom).filter(word => !this.#taken.has(word));
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
