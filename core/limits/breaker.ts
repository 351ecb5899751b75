/** The abuse circuit breaker: a burst of abusive outcomes locks a key for a while. */
export interface BreakerPolicy {
  /** Abusive outcomes within `windowMs` that trip the breaker. */
  threshold: number;
  windowMs: number;
  lockoutMs: number;
}

export interface Breaker {
  /** Epoch ms of the abusive outcomes that may still count, ascending. */
  outcomes: number[];
  /** Epoch ms; 0 if it never tripped. */
  lockedUntil: number;
}

export const CLOSED_BREAKER: Breaker = { outcomes: [], lockedUntil: 0 };

/**
 * Counts one abusive outcome, once however often it is told (two of one millisecond are one); outcomes older than the window are forgotten (or as far ahead, where the clock was set
 * back), and all of them when it trips.
 */
export function recordAbuse(breaker: Breaker, at: number, policy: BreakerPolicy): Breaker {
  if (breaker.outcomes.includes(at)) return breaker;
  const counts = (time: number) => Math.abs(at - time) < policy.windowMs;
  const outcomes = [...breaker.outcomes.filter(counts), at];
  if (outcomes.length < policy.threshold) return { outcomes, lockedUntil: breaker.lockedUntil };
  const earlier = lockedUntil(breaker, at, policy) ?? 0;
  return { outcomes: [], lockedUntil: Math.max(earlier, at + policy.lockoutMs) };
}

/** A lockout that ends later than two of them was begun before the clock was set back. */
export function lockedUntil(breaker: Breaker, at: number, policy: BreakerPolicy): number | null {
  const leftMs = breaker.lockedUntil - at;
  return leftMs > 0 && leftMs <= 2 * policy.lockoutMs ? breaker.lockedUntil : null;
}
