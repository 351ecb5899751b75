/** Which position of a partition is safe to commit while its records are handled in parallel. */

/** Done entries kept before they are thrown away together: moving the rest of a long list costs as much as its length. */
const KEPT_DONE = 1_000;

/** Offsets are taken in ascending order and finished in any; `mark` passes an offset only when all before it are done. */
export class ContiguousMark {
  private taken: { offset: number; done: boolean }[] = [];
  /** Index of the lowest one that is not done. */
  private first = 0;
  private position: number | undefined;

  /** The next offset to read after a restart: everything below it is done. Undefined until something is. */
  get mark(): number | undefined {
    return this.position;
  }

  /** The lowest offset that was taken and is not done. */
  get oldest(): number | undefined {
    return this.taken[this.first]?.offset;
  }

  /** Offsets taken and not yet below the mark, done or not. */
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

  /** By halves: behind a delivery that is tried again for a minute there may be a hundred thousand. */
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
