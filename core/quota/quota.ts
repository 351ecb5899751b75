/**
 * The monthly document quota: successful extractions, counted in the UTC month of their completion. Every admitted
 * request holds a place until its end is known, so that no month ever has more successes than the quota (decision
 * 0027).
 */

/** The UTC month of an instant (epoch ms), as `2026-11`. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`;
}

/** Epoch seconds of the first moment of the next UTC month. */
export function quotaResetSeconds(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** Places of the month that are taken: by finished documents, by jobs, and by requests on their way. */
export interface Places {
  used: number;
  /** Jobs whose request is folded and whose end is not. They may end in this month or a later one. */
  inFlight: number;
  /** Requests that were admitted and are not folded yet. */
  reserved: number;
}

export function hasPlace(quota: number, { used, inFlight, reserved }: Places): boolean {
  return used + inFlight + reserved < quota;
}

/** At least 0, because the quota may have been higher when it was used. */
export function quotaRemaining(quota: number, used: number): number {
  return Math.max(0, quota - used);
}
