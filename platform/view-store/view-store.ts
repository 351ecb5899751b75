/**
 * The view store port: the read model. Everything in it can be discarded and projected again from the log, except rate
 * windows, breaker counts, unconfirmed claims and the progress of jobs, which live for minutes and are lost with the
 * store.
 *
 * Atomicity: `apply`, `admit` and `claim` are one step each, even if others call them at the same moment.
 * Errors: `ViewStoreUnavailable` if the store could not be reached within the adapter's retries.
 */
import type { JobState } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import type { BreakerPolicy } from '../../core/limits/breaker.ts';
import type { RateWindow } from '../../core/limits/rate-window.ts';
import type { BlobKey } from '../blob-store/blob-store.ts';
import type { Position, RecordedEvent, Step } from '../event-log/event-log.ts';
import type { Entries } from './entries.ts';

export interface AdmissionRequest {
  keyId: string;
  requestsPerWindow: number;
  /** Documents a month. */
  monthlyQuota: number;
  /** Id of the place in the quota that the request reserves: the job's id, or one that its claim replaces by the job's. */
  reservation: string;
}

export interface Admission {
  /** Epoch ms by the store's own clock, the same for every caller. It also determines the month. */
  at: number;
  /** After counting this request. */
  rate: RateWindow & { admitted: boolean };
  /** Epoch ms until which the breaker locks the key; null if it does not. */
  lockedUntil: number | null;
  /** Successful extractions in the UTC month. */
  used: number;
  /** Whether the numbers are reliable: false while a lost store is being rebuilt. */
  isWhole: boolean;
  /**
   * Whether the request got a place in the month's quota (`hasPlace` in core/quota); false if its rate refuses it or
   * the store is not whole. The place is freed by the fold of its request or outcome, by `giveBack`, or after
   * `PLACE_LEASE_MS`.
   */
  hasPlace: boolean;
}

export interface ClaimRequest {
  jobId: string;
  keyId: string;
  asynchronous: boolean;
  at: number;
  /** Null for a request without an Idempotency-Key: the claim then only makes the job visible to GET. */
  idempotency: Idempotency | null;
  /** The reserved place that becomes the job's; null if there was none because the request should be a repeat. */
  reservation: string | null;
}

export interface Idempotency {
  keyHash: string;
  fingerprint: string;
  /** Where the log's requests ended at some moment after this request came; everything accepted before it is below. */
  ends: readonly Position[];
}

/**
 * `new`: the job's id may be that of an earlier claim of the same request that apparently came to nothing. `existing`:
 * another request holds the Idempotency-Key; `job` is undefined while its claim is unconfirmed. `behind`: nothing was
 * claimed, because not all of the log below `ends` has been folded. `full`: nothing was claimed, because there was no
 * reservation, and no earlier claim of the same request has one.
 */
export type Claim =
  | { outcome: 'new'; jobId: string }
  | { outcome: 'behind' | 'full' }
  | { outcome: 'existing'; jobId: string; fingerprint: string; job: JobState | undefined };

/** A job's place among those of its key, newest request first. */
export interface JobPlace {
  /** Epoch ms. */
  requestedAt: number;
  jobId: string;
}

export interface JobsQuery {
  keyId: string;
  /** Epoch ms: requests at or after `from`, and before `until`. */
  from: number;
  until: number;
  /** Only jobs after this place. */
  after: JobPlace | null;
  most: number;
}

export interface JobsPage {
  jobs: readonly JobState[];
  /** The last place that was read; null if nothing follows. */
  last: JobPlace | null;
}

/** The values that `admit` decides by, read without counting a request. */
export interface Standing {
  /** Epoch ms by the store's own clock. */
  at: number;
  /** Requests in the current window; null if none is open. */
  rate: RateWindow | null;
  /** Epoch ms until which the breaker locks the key; null if it does not. */
  lockedUntil: number | null;
  /** Number of the key's jobs that have not ended. */
  inFlight: number;
}

/** How much of a running job's document has been read. */
export interface Progress {
  pagesDone: number;
  pages: number;
}

export interface JobWatch {
  /** Resolves when the job is finished or moved to the job path; at once if it already is. */
  readonly settled: Promise<JobState>;
  cancel(): void;
}

/** Settings that the read model needs, given when a store is opened. */
export interface ViewPolicy {
  /** How long an Idempotency-Key lives after its first request. */
  idempotencyMs: number;
  breaker: BreakerPolicy;
  /** Version of the fold that is recorded with what is folded: `FOLD_VERSION`, except in tests. */
  foldVersion: number;
}

/** Epoch ms. */
export interface Horizon {
  finishedBefore: number;
  /** Up to this moment the log has been folded, whatever the clocks of its writers. */
  foldedAt: number;
}

export interface ViewStore extends Entries {
  key(keyId: string): Promise<KeyState | undefined>;
  keys(): Promise<KeyState[]>;

  /**
   * Counts the request in the key's rate window (never beyond the limit), reads the breaker and the quota, and reserves
   * a place in the quota.
   */
  admit(request: AdmissionRequest): Promise<Admission>;
  /**
   * Counts an abusive outcome at `at` by the store's own clock, once for each `id`; may trip the breaker. `apply` does
   * the same for each abusive `ExtractFailed`.
   */
  recordAbuse(keyId: string, at: number, id: string): Promise<void>;
  used(keyId: string, month: string): Promise<number>;

  /** Frees the place of a request that does not become a job. */
  giveBack(keyId: string, reservation: string): Promise<void>;

  /**
   * Makes the job visible to `job` for `CLAIM_LEASE_MS`. An Idempotency-Key stays held until the projection of
   * `ExtractRequested` confirms it, for as long as such keys live; after `CLAIM_LEASE_MS` others may take it over
   * (`decideHeld`).
   */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Whether somebody holds the Idempotency-Key; claims nothing. */
  holds(keyId: string, keyHash: string): Promise<boolean>;
  /** Records that the job's event could not be appended but may still appear in the log. */
  doubt(jobId: string): Promise<void>;
  /**
   * Releases an unconfirmed claim: the request was refused and is not remembered. Returns false if the claim had taken
   * over from one in doubt, whose event may still appear in the log: that one holds the Idempotency-Key again, and the
   * job keeps its place.
   */
  release(jobId: string): Promise<boolean>;
  job(jobId: string): Promise<JobState | undefined>;
  /**
   * A key's projected jobs by the time of their requests, newest first; claims are not included. On Redis the order
   * takes about 170 bytes a job.
   */
  jobsOf(query: JobsQuery): Promise<JobsPage>;
  standing(keyId: string): Promise<Standing>;
  /**
   * Ids of jobs that were requested before `before` (epoch ms) and have not ended, oldest first, at most `most`. Jobs
   * that an older build added are missing until the read model is rebuilt.
   */
  unfinished(before: number, most: number): Promise<string[]>;
  /** Like `unfinished`, for jobs that ended before `before` and whose webhook is neither delivered nor given up. */
  undelivered(before: number, most: number): Promise<string[]>;
  /**
   * Notices changes applied by any process that shares the store, or by this one if only one serves. `isNew`: no event
   * mentions the job yet, so it need not be looked up.
   */
  watch(jobId: string, isNew?: boolean): JobWatch;

  /**
   * Notes a running job's progress for `PROGRESS_LIFE_MS`. It is in no event, so a rebuild loses it: nothing may depend
   * on it.
   */
  noteProgress(jobId: string, progress: Progress): Promise<void>;
  progress(jobId: string): Promise<Progress | undefined>;

  positions(): Promise<Position[]>;
  /**
   * Folds the records and stores the position in one step; records below the stored position are skipped. `free` is
   * called before that with blobs that nobody will need any more (`freedBlobs`), and again if the step is repeated.
   */
  apply(records: RecordedEvent[], next: Step, free?: Free): Promise<void>;
  /**
   * The lowest version of the fold (`FOLD_VERSION`) that has folded any of it; 1 for what was folded before versions
   * were recorded, undefined if nothing was.
   */
  foldVersion(): Promise<number | undefined>;
  /** Whether everything that was in the log when the store was opened (or lost) has been projected. */
  caughtUp(): Promise<boolean>;
  /**
   * Marks the store as caught up if every partition has been projected up to `ends`, checked in the same step; returns
   * whether it is.
   */
  markCaughtUp(ends: readonly Position[]): Promise<boolean>;
  /** Removes the mark: the store turned out to be an older copy of itself, mark included. */
  markBehind(): Promise<void>;
  /**
   * Forgets jobs that finished before the horizon, at most `most`; returns how many. From then on a late second end of
   * one of them is not folded (`isEndOfForgotten`).
   */
  sweep(horizon: Horizon, most: number): Promise<number>;

  /** Begins a new, empty read model beside the live one; see `Rebuild`. */
  rebuild(): Promise<Rebuild>;
  /** Epoch ms by the store's own clock, the same for every caller. */
  now(): Promise<number>;
  /** For tests: everything in `entries` at once, in a canonical order. */
  snapshot(): Promise<string>;
  check(): Promise<void>;
  close(): Promise<void>;
}

export type Free = (blobs: readonly BlobKey[]) => Promise<void>;

/** A read model that is being built beside the live one. */
export interface Rebuild {
  readonly store: Pick<ViewStore, 'positions' | 'apply' | 'snapshot'> & Entries;
  /** Makes it the live one for every process, in one step; the old one is dropped. */
  promote(): Promise<void>;
  abandon(): Promise<void>;
}

/** How long an accepted request may take from its claim until its event is in the log. */
export const CLAIM_LEASE_MS = 60_000;

/** How long an admitted request may take until its event is folded: upload, append, and projector. */
export const PLACE_LEASE_MS = 300_000;

/** Longer than any page takes to read. */
export const PROGRESS_LIFE_MS = 600_000;

/** The stored position is behind the start of a step: the store was lost or replaced, and has to be rebuilt from the log. */
export class PositionLost extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PositionLost';
  }
}

export class ViewStoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ViewStoreUnavailable';
  }
}
