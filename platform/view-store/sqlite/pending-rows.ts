/**
 * Rows that are folded but not in the file yet. The file follows a few times a second, in one transaction: a job that
 * is requested, read and finished within that time is written once, and pages that all jobs share are written once for
 * all. If the process ends, these rows are lost and folded again from the file's position.
 */
import type { JobState } from '../../../core/job/job.ts';
import type { KeyState } from '../../../core/keys/key.ts';
import type { LastEvent } from '../../event-log/event-log.ts';

export interface IdempotencyRow {
  jobId: string;
  fingerprint: string;
  liveUntil: number;
}

/** Rows by the two columns that identify them. */
class Named<V> {
  private readonly rows = new Map<string, [names: readonly [string, string], value: V]>();

  get(first: string, second: string): V | undefined {
    return this.rows.get(`${first}/${second}`)?.[1];
  }

  set(first: string, second: string, value: V): void {
    this.rows.set(`${first}/${second}`, [[first, second], value]);
  }

  [Symbol.iterator](): Iterator<[names: readonly [string, string], value: V]> {
    return this.rows.values();
  }
}

export class PendingRows {
  readonly jobs = new Map<string, JobState>();
  readonly keys = new Map<string, KeyState>();
  /** Change in the number of jobs relative to the file, by key. */
  readonly inFlight = new Map<string, number>();
  /** Successes beyond those in the file, by key and month. */
  readonly used = new Named<number>();
  /** By key and the hash of its Idempotency-Key. */
  readonly idempotency = new Named<IdempotencyRow>();
  /** The last event that was folded. */
  last: LastEvent | undefined;

  addInFlight(keyId: string, more: number): void {
    if (more !== 0) this.inFlight.set(keyId, (this.inFlight.get(keyId) ?? 0) + more);
  }

  addUsed(keyId: string, month: string, more: number): void {
    this.used.set(keyId, month, (this.used.get(keyId, month) ?? 0) + more);
  }

  /** Adds later rows to these. */
  add({ jobs, keys, inFlight, used, idempotency, last }: PendingRows): void {
    for (const [jobId, state] of jobs) this.jobs.set(jobId, state);
    for (const [keyId, state] of keys) this.keys.set(keyId, state);
    for (const [keyId, more] of inFlight) this.addInFlight(keyId, more);
    for (const [[keyId, month], more] of used) this.addUsed(keyId, month, more);
    for (const [[keyId, keyHash], row] of idempotency) this.idempotency.set(keyId, keyHash, row);
    this.last = last ?? this.last;
  }
}
