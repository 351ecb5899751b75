/**
 * The documents that workers of a pool are at, and how many may be begun at once. Jobs leave a core to callers so: niceness alone lets a
 * caller wait for a time slice of a job on each core, and for the caches that it has filled.
 */

import { TransientMap } from '../../../platform/transient.ts';
import { type Held, PATIENCE_MS } from './set-back.ts';
import type { Worker } from './worker.ts';

export class UnderWay {
  private readonly held = new TransientMap<Held, Worker>();
  private readonly atOnce: () => number;
  private lastAt = Number.NEGATIVE_INFINITY;

  /** `atOnce`: documents that are begun side by side; one at least, or nothing would ever make room. */
  constructor(atOnce: () => number = () => Number.POSITIVE_INFINITY) {
    this.atOnce = atOnce;
  }

  get documents(): Held[] {
    return [...this.held.keys()];
  }

  workerOf(document: Held): Worker | undefined {
    return this.held.get(document);
  }

  begin(document: Held, worker: Worker): void {
    document.since = performance.now();
    this.lastAt = document.since;
    this.held.set(document, worker);
  }

  end(document: Held): void {
    this.held.delete(document);
  }

  /**
   * Whether another document may begin, which has waited since then. One that takes long holds up no others, nor does one whose owner is
   * held back, and neither does a limit anybody who has nothing under way.
   */
  mayBegin(waitsSince: number, hasNoneUnderWay: boolean): boolean {
    const now = performance.now();
    if (hasNoneUnderWay && now - waitsSince >= PATIENCE_MS) return true;
    let short = 0;
    for (const { since, isHeldBack } of this.held.keys())
      if (!isHeldBack && now - since < PATIENCE_MS) short++;
    return short < this.atOnce();
  }

  /** Whether one was begun within the last `ms`. */
  hasBegunWithin(ms: number): boolean {
    return performance.now() - this.lastAt < ms;
  }
}
