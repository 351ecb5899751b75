/**
 * A ceiling on polling. GET is neither limited nor metered, yet one key's polls must not delay the others. No
 * reasonable polling meets this ceiling (docs/decisions/0019): ten polls a second for each document that the key may
 * send in a minute. A job takes ten minutes at most, so that allows polling each of them once a second.
 */

const POLLS_PER_REQUEST = 10;
/** A key with a low rate may still have many jobs from earlier days. */
const LEAST_PER_SECOND = 600;
/** How many seconds' worth of polls may come at once. */
const BURST_SECONDS = 2;
/** Keys remembered; a forgotten key starts with a full bucket. */
const KEYS = 10_000;

interface Bucket {
  left: number;
  /** Epoch ms. */
  filledAt: number;
}

export class PollLimit {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perSecond: number | undefined;

  /** `perSecond` replaces the rate of polls, for requests that cost more than a poll. */
  constructor(perSecond?: number) {
    this.perSecond = perSecond;
  }

  /** Whether the key may poll at `at` (epoch ms). */
  admits(keyId: string, requestsPerMinute: number, at: number): boolean {
    const perSecond = this.perSecond ?? pollsPerSecond(requestsPerMinute);
    const full = perSecond * BURST_SECONDS;
    const bucket = this.buckets.get(keyId) ?? { left: full, filledAt: at };
    // A clock that was set back neither adds nor removes polls.
    const filled = (Math.max(0, at - bucket.filledAt) / 1_000) * perSecond;
    const left = Math.min(full, bucket.left + filled);
    this.buckets.delete(keyId);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size >= KEYS && oldest !== undefined) this.buckets.delete(oldest);
    this.buckets.set(keyId, { left: left < 1 ? left : left - 1, filledAt: at });
    return left >= 1;
  }
}

const pollsPerSecond = (requestsPerMinute: number): number =>
  Math.max(LEAST_PER_SECOND, POLLS_PER_REQUEST * requestsPerMinute);
