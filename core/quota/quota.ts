/** The monthly document quota: successful extractions, counted in the UTC month of their completion. */

/** The UTC month of an instant (epoch ms), as `2026-11`. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** Epoch seconds of the first moment of the next UTC month. */
export function quotaResetSeconds(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** Floored at 0: what was in flight at the limit may go over it. */
export function quotaRemaining(quota: number, used: number): number {
  return Math.max(0, quota - used);
}
