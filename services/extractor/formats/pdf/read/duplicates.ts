/** Removes the second of two paintings of the same text, as for bold type or shadows. */
import type { TextItem } from '../../../layout/page/content.ts';
import { isSameSize } from '../../../layout/page/sizes.ts';

/** Share of an em by which the second painting is offset. */
const OFFSET_EM = 0.12;
/** In points: least offset, which covers rounding, and greatest, which covers shadows under large type. */
const OFFSET_MIN = 0.5;
const OFFSET_MAX = 3;

/** In points: words are looked up by squares of this side, so that a page of single letters costs no more for each word. */
const SQUARE = 2 * OFFSET_MAX;
/** More squares than any page is wide. */
const SQUARES_ACROSS = 1 << 20;

/** Removes every word that repeats an earlier one at nearly the same place. Indexes are given anew. */
export function withoutDuplicates(items: readonly TextItem[]): TextItem[] {
  const seen = new Seen(items.length);
  const kept: TextItem[] = [];
  for (const item of items) {
    if (seen.has(item)) continue;
    seen.add(item);
    kept.push(kept.length === item.index ? item : { ...item, index: kept.length });
  }
  return kept;
}

/** Spreads the squares of neighbours over the table (Knuth's multiplicative hash: 2^32 over the golden ratio). */
const SPREAD = 0x9e3779b1;

/** Words by their squares: a hash table in arrays of numbers, which needs no object for each word. */
class Seen {
  readonly #items: TextItem[] = [];
  readonly #squares: Int32Array;
  /** One more than the index of the last word of a square, and of the word before that one; 0 where there is none. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;
  readonly #shift: number;

  constructor(size: number) {
    const bits = 33 - Math.clz32(size | 1);
    this.#squares = new Int32Array(size);
    this.#before = new Int32Array(size);
    this.#last = new Int32Array(1 << bits);
    this.#shift = 32 - bits;
  }

  add(item: TextItem): void {
    const square = squareAt(item.left, item.baseline);
    const slot = this.#slotOf(square);
    const at = this.#items.length;
    this.#squares[at] = square;
    this.#before[at] = this.#last[slot] ?? 0;
    this.#items.push(item);
    this.#last[slot] = at + 1;
  }

  /**
   * Whether an item coincides with one seen before: that would lie in one of the four squares that the item's
   * surroundings touch.
   */
  has(item: TextItem): boolean {
    const first = squareAt(item.left - OFFSET_MAX, item.baseline - OFFSET_MAX);
    const below = (first + SQUARES_ACROSS) | 0;
    return (
      this.#isIn(first, item) ||
      this.#isIn((first + 1) | 0, item) ||
      this.#isIn(below, item) ||
      this.#isIn((below + 1) | 0, item)
    );
  }

  #isIn(square: number, item: TextItem): boolean {
    for (let at = this.#last[this.#slotOf(square)] ?? 0; at > 0; at = this.#before[at - 1] ?? 0)
      if (this.#squares[at - 1] === square && coincide(item, this.#items[at - 1] as TextItem)) return true;
    return false;
  }

  #slotOf(square: number): number {
    return Math.imul(square, SPREAD) >>> this.#shift;
  }
}

/**
 * Returns a square's number as a small integer, which is looked up fastest. Far off the page two squares may share a
 * number, but their words do not coincide.
 */
const squareAt = (x: number, y: number): number =>
  (Math.floor(y / SQUARE) * SQUARES_ACROSS + Math.floor(x / SQUARE)) | 0;

function coincide(one: TextItem, other: TextItem): boolean {
  const offset = Math.min(OFFSET_MAX, Math.max(one.size * OFFSET_EM, OFFSET_MIN));
  return (
    one.text === other.text &&
    Math.abs(one.left - other.left) <= offset &&
    Math.abs(one.baseline - other.baseline) <= offset &&
    isSameSize(other, one) &&
    one.angle === other.angle
  );
}
