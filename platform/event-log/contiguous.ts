/** Which position of a partition is safe to commit while its records are handled in parallel. */

/** Offsets are taken in ascending order and finished in any; `mark` passes an offset only when all before it are done. */
export class ContiguousMark {
  private readonly taken: { offset: number; done: boolean }[] = [];
  private position: number | undefined;

  /** The next offset to read after a restart: everything below it is done. Undefined until something is. */
  get mark(): number | undefined {
    return this.position;
  }

  /** The lowest offset that was taken and is not done. */
  get oldest(): number | undefined {
    return this.taken[0]?.offset;
  }

  /** Offsets taken and not yet below the mark, done or not. */
  get unfinished(): number {
    return this.taken.length;
  }

  take(offset: number): void {
    this.taken.push({ offset, done: false });
  }

  /** Offsets that were never taken (or dropped by a rebalance) are ignored. */
  finish(offset: number): void {
    const entry = this.taken.find(taken => taken.offset === offset);
    if (entry === undefined) return;
    entry.done = true;
    while (this.taken[0]?.done) this.position = (this.taken.shift()?.offset ?? 0) + 1;
  }
}
