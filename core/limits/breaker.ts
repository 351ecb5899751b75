/** The abuse circuit breaker: a burst of abusive outcomes locks a key for a while. */
import type { Event, ExtractCompleted, ExtractFailed } from '../../schemas/events.ts';

export interface BreakerPolicy {
  /** Abusive outcomes within `windowMs` that trip the breaker. */
  threshold: number;
  windowMs: number;
  lockoutMs: number;
}

export interface Breaker {
  /** Epoch ms of the abusive outcomes that may still count, ascending; one that took long stands in it several times. */
  outcomes: number[];
  /** Epoch ms; 0 if it never tripped. */
  lockedUntil: number;
}

export const CLOSED_BREAKER: Breaker = { outcomes: [], lockedUntil: 0 };

/** Warning of a document that was read, while one inside it asked for more than any honest one: that one's end counts. */
export const ABUSIVE_ATTACHMENT = 'attachment-abuse';

/** Whether it counts towards the breaker of its key. */
export function isAbuse(event: Event): event is ExtractFailed | ExtractCompleted {
  if (event.type === 'ExtractFailed') return event.abusive;
  return event.type === 'ExtractCompleted' && event.warnings.includes(ABUSIVE_ATTACHMENT);
}

/**
 * An outcome counts once more for each of these: twenty that are refused at sight cost less than one that burns its whole time
 * on the processor, and a key that sends such one after the other never comes to twenty in a minute.
 */
const HEAVY_MS = 1_500;
/** The most that one outcome counts of the threshold: it may have waited for its turn most of the time. */
const HEAVIEST_SHARE = 0.25;

function weightOf(durationMs: number, { threshold }: BreakerPolicy): number {
  const most = Math.max(1, Math.floor(threshold * HEAVIEST_SHARE));
  return Math.min(most, 1 + Math.floor(durationMs / HEAVY_MS));
}

/**
 * Counts one abusive outcome, which took so many ms; outcomes older than the window are forgotten (or as far ahead, where the clock was set
 * back), and all of them when it trips.
 */
export function recordAbuse(breaker: Breaker, at: number, policy: BreakerPolicy, durationMs = 0): Breaker {
  const counts = (time: number) => Math.abs(at - time) < policy.windowMs;
  const outcomes = [
    ...breaker.outcomes.filter(counts),
    ...Array.from({ length: weightOf(durationMs, policy) }, () => at),
  ];
  if (outcomes.length < policy.threshold) return { outcomes, lockedUntil: breaker.lockedUntil };
  const earlier = lockedUntil(breaker, at, policy) ?? 0;
  return { outcomes: [], lockedUntil: Math.max(earlier, at + policy.lockoutMs) };
}

/** A lockout that ends later than two of them was begun before the clock was set back. */
export function lockedUntil(breaker: Breaker, at: number, policy: BreakerPolicy): number | null {
  const leftMs = breaker.lockedUntil - at;
  return leftMs > 0 && leftMs <= 2 * policy.lockoutMs ? breaker.lockedUntil : null;
}
