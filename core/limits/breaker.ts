/** The abuse circuit breaker: a burst of abusive outcomes locks a key for a while. */
export interface BreakerPolicy {
  /** Abusive outcomes within `windowMs` that trip the breaker. */
  threshold: number;
  windowMs: number;
  lockoutMs: number;
}

export interface Breaker {
  /** Epoch ms of the abusive outcomes that may still count, ascending; a fraction distinguishes those within a millisecond. */
  outcomes: number[];
  /** Epoch ms; 0 if it never tripped. */
  lockedUntil: number;
}

export const CLOSED_BREAKER: Breaker = { outcomes: [], lockedUntil: 0 };

/**
 * Counts one abusive outcome, only once however often it is reported: `id` distinguishes it from others in the same
 * millisecond. Outcomes outside the window are forgotten (in either direction, in case the clock was set back), and all
 * of them when the breaker trips.
 */
export function recordAbuse(breaker: Breaker, at: number, id: string, policy: BreakerPolicy): Breaker {
  const place = at + shareOf(id);
  if (breaker.outcomes.includes(place)) return breaker;
  const counts = (time: number) => Math.abs(at - Math.floor(time)) < policy.windowMs;
  const outcomes = [...breaker.outcomes.filter(counts), place];
  if (outcomes.length < policy.threshold) return { outcomes, lockedUntil: breaker.lockedUntil };
  const earlier = lockedUntil(breaker, at, policy) ?? 0;
  return { outcomes: [], lockedUntil: Math.max(earlier, at + policy.lockoutMs) };
}

/** Precision that a double has left beside epoch ms. */
const PLACES_A_MS = 4_096;

/** A fraction from 0 to below 1 that depends only on the id. */
function shareOf(id: string): number {
  let hash = 0;
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0;
  return (hash % PLACES_A_MS) / PLACES_A_MS;
}

/**
 * Epoch ms until which the key is locked; null if it is not. A lockout that would last for more than two was begun
 * before the clock was set back, and is ignored.
 */
export function lockedUntil(breaker: Breaker, at: number, policy: BreakerPolicy): number | null {
  const leftMs = breaker.lockedUntil - at;
  return leftMs > 0 && leftMs <= 2 * policy.lockoutMs ? breaker.lockedUntil : null;
}
