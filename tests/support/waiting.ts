import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Default time limit of a wait, long enough for a busy machine: sixty jobs of three seconds have taken more than twenty
 * while sixty processes shared two cores.
 */
const PATIENCE_MS = 60_000;

/** Asks until the answer is neither undefined nor false, and returns it. Throws with `what` after `timeoutMs`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(POLL_MS);
  }
}

export { sleep };
