/** When a webhook is retried: one try, then one retry for each configured pause, with each pause jittered by ±20 %. */
export const JITTER = 0.2;

/**
 * Epoch ms of the attempt after `attempt` (from 1), or null if that was the last.
 * `random`: uniform in [0, 1).
 */
export function nextAttemptAt(
  attempt: number,
  pausesMs: readonly number[],
  at: number,
  random: number,
): number | null {
  const pause = pausesMs[attempt - 1];
  if (pause === undefined) return null;
  return at + Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}
