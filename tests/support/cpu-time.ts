/**
 * Limits of time on what only computes. By the clock on the wall they break on a busy machine, and the runner's own `timeout` never comes
 * to a test that does not let its turn go: it is over by then, however long it took.
 */
import assert from 'node:assert/strict';

/** CPU time that `work` takes on this thread, in ms. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A test's body that fails beyond so many ms of CPU time. */
export function inCpuTime(limitMs: number, work: () => void | Promise<void>): () => Promise<void> {
  return async () => {
    const tookMs = await cpuMsOf(work);
    assert.ok(tookMs < limitMs, `${Math.round(tookMs)} ms of CPU time`);
  };
}
