/** Work that nobody waits for, in one thread with work that callers wait for. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Such work has a seventh of the thread. */
const REST_TIMES = 6;
const LONGEST_REST_MS = 50;

/** Rests for so many times as long as the step took, in ms. */
export function restAfterStep(tookMs: number): Promise<void> {
  return sleep(Math.min(LONGEST_REST_MS, REST_TIMES * tookMs));
}
