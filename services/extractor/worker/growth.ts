/** Whether a worker has grown so much that it is renewed between two documents. */
import { dataLimitBytes } from './confinement.ts';
import type { Worker } from './worker.ts';

/** Of its ceiling, or of the kernel's limit. */
const GROWN_SHARE = 0.75;
/** Documents that took so long are looked at for what they left behind; others of a worker once in a while. */
const LOOKED_AT_AFTER_MS = 20;
const LOOKED_AT_EVERY_MS = 200;

/** Looked at after each document that took a moment, and now and then: a look costs as much as a tenth of a small document. */
export function hasGrown(worker: Worker, memoryMb: number, now = performance.now()): boolean {
  if (now - worker.begunAt < LOOKED_AT_AFTER_MS && now - worker.lookedAt < LOOKED_AT_EVERY_MS) return false;
  worker.lookedAt = now;
  const { resident, data } = worker.memory();
  return resident > memoryMb * 1024 * 1024 * GROWN_SHARE || data > dataLimitBytes(memoryMb) * GROWN_SHARE;
}
