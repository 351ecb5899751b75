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

/** Counts one abusive outcome; outcomes older than the window are forgotten, and all of them when it trips. */
export function recordAbuse(breaker: Breaker, at: number, policy: BreakerPolicy): Breaker {
  const outcomes = [...breaker.outcomes.filter(time => time > at - policy.windowMs), at];
  if (outcomes.length < policy.threshold) return { outcomes, lockedUntil: breaker.lockedUntil };
  return { outcomes: [], lockedUntil: Math.max(breaker.lockedUntil, at + policy.lockoutMs) };
}

export function lockedUntil(breaker: Breaker, at: number): number | null {
  return breaker.lockedUntil > at ? breaker.lockedUntil : null;
}
