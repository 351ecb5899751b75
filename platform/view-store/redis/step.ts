/** What a step of the projection changes, folded by the rules of core. Pure. */
import {
  evolveJob,
  freedBlobs,
  inFlightChange,
  isEndOfForgotten,
  isFinished,
  isMetered,
  type JobState,
} from '../../../core/job/job.ts';
import { evolveKey, isKeyEvent, type KeyState } from '../../../core/keys/key.ts';
import { monthOf } from '../../../core/quota/quota.ts';
import type { Event, ExtractRequested } from '../../../schemas/events.ts';
import type { BlobKey } from '../../blob-store/blob-store.ts';
import type { Reply } from './scripts.ts';

/** A state as stored, with the number of its writes as its version. */
export interface Versioned<T> {
  version: string;
  state: T | undefined;
}

/** What a step is folded from, and compared with when it is written. */
export interface StepBase {
  generation: string;
  /** Null if the store has none. */
  position: string | null;
  /** See `Horizon.foldedAt`, epoch ms; empty before the first sweep. */
  foldedAt: string;
  jobs: ReadonlyMap<string, Versioned<JobState>>;
  keys: ReadonlyMap<string, Versioned<KeyState>>;
}

type FoldBase = Pick<StepBase, 'jobs' | 'keys' | 'foldedAt'>;

/** `<version>|<JSON>` */
export function parseVersioned<T>(stored: Reply): Versioned<T> {
  if (typeof stored !== 'string') return { version: '0', state: undefined };
  const bar = stored.indexOf('|');
  return { version: stored.slice(0, bar), state: JSON.parse(stored.slice(bar + 1)) as T };
}

export interface Remembered {
  field: string;
  value: string;
  liveUntil: number;
  requestedAt: number;
}

export class StepChanges {
  readonly jobs = new Map<string, JobState>();
  readonly keys = new Map<string, KeyState>();
  /** Documents by `key/month`. */
  readonly quota = new Map<string, number>();
  /** By key id: jobs that began to be in flight, minus those that ended. */
  readonly inFlight = new Map<string, number>();
  readonly idempotency: Remembered[] = [];
  /** `freedBlobs` of everything that was folded. */
  readonly freed: BlobKey[] = [];
  /** Offset and id of the last folded event, `<offset>|<id>`; empty if there was none. */
  last = '';
  private readonly before: FoldBase;
  private readonly idempotencyMs: number;

  constructor(before: FoldBase, idempotencyMs: number) {
    this.before = before;
    this.idempotencyMs = idempotencyMs;
  }

  fold(event: Event, offset: number): void {
    this.last = `${offset}|${event.event_id}`;
    if (isKeyEvent(event)) {
      const known = this.keys.get(event.key_id) ?? this.before.keys.get(event.key_id)?.state;
      const key = evolveKey(known, event);
      if (key !== undefined && key !== known) this.keys.set(event.key_id, key);
      return;
    }
    if (event.type === 'JobEnded') return;
    const known = this.jobs.get(event.job_id) ?? this.before.jobs.get(event.job_id)?.state;
    if (isEndOfForgotten(known, event, Number(this.before.foldedAt))) return;
    this.freed.push(...(freedBlobs(known, event) as BlobKey[]));
    if (isMetered(known, event)) {
      const field = quotaField(event.key_id, monthOf(event.at));
      this.quota.set(field, (this.quota.get(field) ?? 0) + 1);
    }
    if (event.type === 'ExtractRequested') this.remember(event);
    const job = evolveJob(known, event);
    const more = inFlightChange(known, job);
    if (more !== 0) this.inFlight.set(event.key_id, (this.inFlight.get(event.key_id) ?? 0) + more);
    if (job !== undefined && job !== known) this.jobs.set(event.job_id, job);
  }

  /** Whether the step settled the job: those who wait for it are told, once. */
  hasSettled(job: JobState): boolean {
    return isSettled(job) && !isSettled(this.before.jobs.get(job.jobId)?.state);
  }

  private remember({ key_id, idempotency_key_hash, job_id, fingerprint, at }: ExtractRequested): void {
    if (idempotency_key_hash === null) return;
    const liveUntil = at + this.idempotencyMs;
    this.idempotency.push({
      field: idempotencyField(key_id, idempotency_key_hash),
      value: JSON.stringify({ jobId: job_id, fingerprint, liveUntil }),
      liveUntil,
      requestedAt: at,
    });
  }
}

const isSettled = (job: JobState | undefined) => job !== undefined && (isFinished(job) || job.asynchronous);

export const quotaField = (keyId: string, month: string): string => `${keyId}/${month}`;
export const idempotencyField = (keyId: string, keyHash: string): string => `${keyId}/${keyHash}`;
