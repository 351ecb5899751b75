/** Decides whether a worker has grown so much that it is renewed between two documents. */
import { dataLimitBytes } from './confinement.ts';
import type { Worker } from './worker.ts';

/** Share of its ceiling, or of the kernel's limit. */
const GROWN_SHARE = 0.75;
/** A worker is measured after each document that took this long, and otherwise at this interval. */
const LOOKED_AT_AFTER_MS = 20;
const LOOKED_AT_EVERY_MS = 200;

/** Measured after each document that took a while, and from time to time: measuring costs a tenth of a small document. */
export function hasGrown(worker: Worker, memoryMb: number, now = performance.now()): boolean {
  if (now - worker.begunAt < LOOKED_AT_AFTER_MS && now - worker.lookedAt < LOOKED_AT_EVERY_MS) return false;
  worker.lookedAt = now;
  const { resident, data } = worker.memory();
  return resident > memoryMb * 1024 * 1024 * GROWN_SHARE || data > dataLimitBytes(memoryMb) * GROWN_SHARE;
}
