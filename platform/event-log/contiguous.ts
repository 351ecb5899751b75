/** Finds the position of a partition that is safe to commit while its records are handled in parallel. */

/** Finished entries kept before they are dropped together, because dropping them moves the rest of the list. */
const KEPT_DONE = 1_000;

/**
 * Offsets are taken in ascending order and finished in any order; `mark` passes an offset only when all before it are
 * finished.
 */
export class ContiguousMark {
  private taken: { offset: number; done: boolean }[] = [];
  /** Index of the first entry that is not finished. */
  private first = 0;
  private position: number | undefined;

  /** The next offset to read after a restart: everything below it is finished. Undefined until something is. */
  get mark(): number | undefined {
    return this.position;
  }

  /** The lowest offset that was taken and is not finished. */
  get oldest(): number | undefined {
    return this.taken[this.first]?.offset;
  }

  /** Number of offsets taken that are not below the mark, finished or not. */
  get unfinished(): number {
    return this.taken.length - this.first;
  }

  take(offset: number): void {
    this.taken.push({ offset, done: false });
  }

  /** Offsets that were never taken (or dropped by a rebalance) are ignored. */
  finish(offset: number): void {
    const entry = this.taken[this.placeOf(offset)];
    if (entry?.offset !== offset) return;
    entry.done = true;
    for (let next = this.taken[this.first]; next?.done; next = this.taken[this.first]) {
      this.position = next.offset + 1;
      this.first++;
    }
    if (this.first < Math.max(KEPT_DONE, this.taken.length / 2)) return;
    this.taken = this.taken.slice(this.first);
    this.first = 0;
  }

  /** Binary search: behind a delivery that is retried for a minute there may be a hundred thousand entries. */
  private placeOf(offset: number): number {
    let [low, high] = [this.first, this.taken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.taken[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
