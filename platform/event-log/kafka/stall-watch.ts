/**
 * Tells a consumer that has stopped silently (records in the log, nothing in hand, nothing read) from one whose brokers
 * were away: behind an outage the first look finds the same, and the consumer only needs a moment to join again.
 */
export const STALL_LIMIT_MS = 120_000;
/** Longer than it takes to replace a member that hangs, and for its session and its join. */
const CONFIRMED_AFTER_MS = 40_000;

export class StallWatch {
  private readonly limitMs: number;
  private suspectedAt: number | undefined;

  constructor(limitMs = STALL_LIMIT_MS) {
    this.limitMs = limitMs;
  }

  /**
   * `waiting`: records of its partitions that it has not handled, asked for when it was silent for long enough; undefined
   * where nobody answers. `now`: any clock's milliseconds.
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
