/**
 * Distinguishes a consumer that has silently stopped (records in the log, nothing in hand, nothing read) from one whose
 * brokers were away: after an outage the first look is the same, but the consumer only needs a moment to join again.
 */
export const STALL_LIMIT_MS = 120_000;
/** Longer than it takes to replace a member that hangs, including its session and its join. */
const CONFIRMED_AFTER_MS = 40_000;

export class StallWatch {
  private readonly limitMs: number;
  private suspectedAt: number | undefined;

  constructor(limitMs = STALL_LIMIT_MS) {
    this.limitMs = limitMs;
  }

  /**
   * Whether the consumer has stalled. `waiting` returns the number of unhandled records in its partitions, undefined if
   * nobody answers; it is called only after a long enough silence. `now`: milliseconds of any clock.
   */
  async isStalled(
    silentMs: number,
    now: number,
    waiting: () => Promise<number | undefined>,
  ): Promise<boolean> {
    const records = silentMs < this.limitMs ? 0 : await waiting();
    if (records === undefined || records === 0) {
      this.suspectedAt = undefined;
      return false;
    }
    this.suspectedAt ??= now;
    return now - this.suspectedAt >= Math.min(CONFIRMED_AFTER_MS, this.limitMs);
  }
}
