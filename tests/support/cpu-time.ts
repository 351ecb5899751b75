/**
 * Time limits for tests that only compute. Wall-clock limits fail on a busy machine, and the runner's `timeout` cannot
 * end a test that blocks the event loop: it fires only after the test is over.
 */
import assert from 'node:assert/strict';

/** CPU time that `work` takes on this thread, in ms. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A test's body that fails if it takes `limitMs` of CPU time or more. */
export function inCpuTime(limitMs: number, work: () => void | Promise<void>): () => Promise<void> {
  return async () => {
    const tookMs = await cpuMsOf(work);
    assert.ok(tookMs < limitMs, `${Math.round(tookMs)} ms of CPU time`);
  };
}
