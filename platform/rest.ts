/** Pauses for background work that shares a thread with work that callers wait for. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Background work gets a seventh of the thread. */
const REST_TIMES = 6;
const LONGEST_REST_MS = 50;

/** Pauses in proportion to how long the step took, in ms. */
export function restAfterStep(tookMs: number): Promise<void> {
  return sleep(Math.min(LONGEST_REST_MS, REST_TIMES * tookMs));
}
