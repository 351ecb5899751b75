/**
 * The documents in progress in a pool's workers, and how many may be begun at once. With such a limit jobs leave a core
 * to callers: niceness alone would still let a caller wait for a job's time slice on each core, and for the caches that
 * it has filled.
 */

import { TransientMap } from '../../../platform/transient.ts';
import { type Held, PATIENCE_MS } from './set-back.ts';
import type { Worker } from './worker.ts';

export class UnderWay {
  private readonly held = new TransientMap<Held, Worker>();
  private readonly atOnce: () => number;
  private lastAt = Number.NEGATIVE_INFINITY;

  /** `atOnce`: most documents in progress at once; at least one, otherwise nothing would ever begin. */
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
   * Whether another document, which has waited since `waitsSince`, may begin. Documents that take long, or whose owner
   * is held back, do not count towards the limit; and the limit does not hold up an owner with nothing in progress for
   * long.
   */
  mayBegin(waitsSince: number, hasNoneUnderWay: boolean): boolean {
    const now = performance.now();
    if (hasNoneUnderWay && now - waitsSince >= PATIENCE_MS) return true;
    let short = 0;
    for (const { since, isHeldBack } of this.held.keys())
      if (!isHeldBack && now - since < PATIENCE_MS) short++;
    return short < this.atOnce();
  }

  /** Whether a document was begun within the last `ms`. */
  hasBegunWithin(ms: number): boolean {
    return performance.now() - this.lastAt < ms;
  }
}
