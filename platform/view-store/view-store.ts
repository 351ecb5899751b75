/**
 * The view store port: the read model. Everything here can be thrown away and projected again from the log, except
 * rate windows, breaker counts, unconfirmed claims and the progress of jobs, which live for minutes and are forgotten with the store.
 *
 * Atomicity: `apply`, `admit` and `claim` are one step each, whoever else calls them at the same moment.
 * Errors: `ViewStoreUnavailable` when the store could not be reached within the adapter's retries.
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
  /** Id of the place that the request takes of it: the job's, or one that its claim changes into the job's. */
  reservation: string;
}

export interface Admission {
  /** Epoch ms by the store's own clock, the same for everybody who asks. It tells the month, too. */
  at: number;
  /** After this request was counted. */
  rate: RateWindow & { admitted: boolean };
  /** Epoch ms until which the breaker locks the key; null if it does not. */
  lockedUntil: number | null;
  /** Successful extractions of the UTC month. */
  used: number;
  /** Whether the numbers can be relied on: false while a store that was lost is read up. */
  isWhole: boolean;
  /**
   * Whether the request has got a place of the month's quota (`hasPlace` in core/quota): none where it is refused by its rate or
   * the store is not whole. The fold of its request or outcome, `giveBack`, or the end of `PLACE_LEASE_MS` take it back.
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
  /** The place of the quota that becomes the job's; null where there was none for a request that should be a repeat. */
  reservation: string | null;
}

export interface Idempotency {
  keyHash: string;
  fingerprint: string;
  /** Where the log's requests ended at some moment after this one came: what was accepted before is below. */
  ends: readonly Position[];
}

/**
 * `new`: the job's id may be that of an earlier claim of the same request, which came to nothing as far as anybody knows.
 * `existing`: another request holds the Idempotency-Key; `job` is undefined while its claim is unconfirmed.
 * `behind`: nothing was claimed, since not all of the log below `ends` has been folded.
 * `full`: nothing was claimed, since there was no reservation, and an earlier claim of the same request has none either.
 */
export type Claim =
  | { outcome: 'new'; jobId: string }
  | { outcome: 'behind' | 'full' }
  | { outcome: 'existing'; jobId: string; fingerprint: string; job: JobState | undefined };

/** Where a job stands among those of its key, newest request first. */
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
  /** Only jobs that stand behind it. */
  after: JobPlace | null;
  most: number;
}

export interface JobsPage {
  jobs: readonly JobState[];
  /** The last place that was looked at; null where nothing stands behind it. */
  last: JobPlace | null;
}

/** What `admit` decides by, taken without asking for anything. */
export interface Standing {
  /** Epoch ms by the store's own clock. */
  at: number;
  /** Requests in the current window; null where none is open. */
  rate: RateWindow | null;
  /** Epoch ms until which the breaker locks the key; null if it does not. */
  lockedUntil: number | null;
  /** Jobs of the key whose end is to come. */
  inFlight: number;
}

/** How far the document of a running job is read. */
export interface Progress {
  pagesDone: number;
  pages: number;
}

export interface JobWatch {
  /** Resolves when the job is finished or moved to the job path; at once if it already is. */
  readonly settled: Promise<JobState>;
  cancel(): void;
}

/** What the read model must know of the settings; given when a store is opened. */
export interface ViewPolicy {
  /** How long an Idempotency-Key is live after its first request. */
  idempotencyMs: number;
  breaker: BreakerPolicy;
  /** Version of the fold that what is folded is stamped with: `FOLD_VERSION`, but in tests. */
  foldVersion: number;
}

/** Epoch ms. */
export interface Horizon {
  finishedBefore: number;
  /** Whatever the clocks of those who wrote it, what stood in the log then has been folded. */
  foldedAt: number;
}

export interface ViewStore extends Entries {
  key(keyId: string): Promise<KeyState | undefined>;
  keys(): Promise<KeyState[]>;

  /**
   * Counts the request in the key's rate window (never beyond the limit), reads the breaker and the quota, and takes a place
   * of the latter.
   */
  admit(request: AdmissionRequest): Promise<Admission>;
  /**
   * Counts an abusive outcome at `at` by the store's own clock, once for its `id`; may trip the breaker. `apply` does the same for each abusive
   * `ExtractFailed`.
   */
  recordAbuse(keyId: string, at: number, id: string): Promise<void>;
  used(keyId: string, month: string): Promise<number>;

  /** Returns the place of a request that comes to no job. */
  giveBack(keyId: string, reservation: string): Promise<void>;

  /**
   * Shows the job to `job` for `CLAIM_LEASE_MS`. An Idempotency-Key stays held until the projection of `ExtractRequested`
   * confirms it, for as long as such keys live; by `decideHeld` others may have it after `CLAIM_LEASE_MS`.
   */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Whether somebody holds the Idempotency-Key; takes nothing. */
  holds(keyId: string, keyHash: string): Promise<boolean>;
  /** The job's event could not be recorded, and may come to stand in the log all the same. */
  doubt(jobId: string): Promise<void>;
  /**
   * Takes an unconfirmed claim back: the request was refused and is not remembered. Answers false where it had taken over from one in
   * doubt, whose event may still come to stand in the log: that one has the Idempotency-Key again, as before, and the job its place.
   */
  release(jobId: string): Promise<boolean>;
  job(jobId: string): Promise<JobState | undefined>;
  /**
   * The projected jobs of a key by the time of their request, newest first: a claim is not among them yet. Some 170 bytes a
   * job for the order, on Redis.
   */
  jobsOf(query: JobsQuery): Promise<JobsPage>;
  standing(keyId: string): Promise<Standing>;
  /**
   * Ids of jobs that were requested before `before` (epoch ms) and have not ended, the oldest first, at most `most`. Jobs that an older
   * build added to the read model are missing until the read model is rebuilt.
   */
  unfinished(before: number, most: number): Promise<string[]>;
  /** As `unfinished`, of jobs that ended before `before` and whose webhook is neither delivered nor given up. */
  undelivered(before: number, most: number): Promise<string[]>;
  /**
   * Sees what any process applies where several share the store, and what this one applies where only one serves.
   * `isNew`: no event speaks of the job yet, so that there is nothing to look for.
   */
  watch(jobId: string, isNew?: boolean): JobWatch;

  /** Says how far a running job is, for `PROGRESS_LIFE_MS`. No event says it, so no rebuild brings it back: nothing may rely on it. */
  noteProgress(jobId: string, progress: Progress): Promise<void>;
  progress(jobId: string): Promise<Progress | undefined>;

  positions(): Promise<Position[]>;
  /**
   * Folds the records and stores the position in one step; records below the stored position are skipped. `free` is called
   * before, with blobs that nobody needs any more then (`freedBlobs`), and again where the step is repeated.
   */
  apply(records: RecordedEvent[], next: Step, free?: Free): Promise<void>;
  /**
   * The lowest version of the fold (`FOLD_VERSION`) that has folded any of it; 1 for what was folded before there were stamps,
   * undefined while nothing was.
   */
  foldVersion(): Promise<number | undefined>;
  /** Whether everything that was in the log when the store was opened (or lost) has been projected. */
  caughtUp(): Promise<boolean>;
  /** Marks it if every partition has been projected up to `ends`, in one step with the look; answers whether it has. */
  markCaughtUp(ends: readonly Position[]): Promise<boolean>;
  /** Takes the mark back: the store was found to be an older copy of itself, mark and all. */
  markBehind(): Promise<void>;
  /**
   * Forgets jobs that finished before the horizon, at most `most` of them; answers how many. From then on a second end of one of
   * them that comes late is not folded (`isEndOfForgotten`).
   */
  sweep(horizon: Horizon, most: number): Promise<number>;

  /** A new, empty read model beside the live one; see `Rebuild`. */
  rebuild(): Promise<Rebuild>;
  /** Epoch ms by the store's own clock, the same for everybody who asks. */
  now(): Promise<number>;
  /** For tests: everything that `entries` gives at once, in a canonical order. */
  snapshot(): Promise<string>;
  check(): Promise<void>;
  close(): Promise<void>;
}

export type Free = (blobs: readonly BlobKey[]) => Promise<void>;

/** A read model being built beside the live one. */
export interface Rebuild {
  readonly store: Pick<ViewStore, 'positions' | 'apply' | 'snapshot'> & Entries;
  /** Makes it the live one for every process, in one step; the old one is dropped. */
  promote(): Promise<void>;
  abandon(): Promise<void>;
}

/** How long an accepted request may take from its claim to its event in the log. */
export const CLAIM_LEASE_MS = 60_000;

/** How long a request that was admitted may take until its event is folded: its upload, its append, and the projector. */
export const PLACE_LEASE_MS = 300_000;

/** Longer than any page is read for. */
export const PROGRESS_LIFE_MS = 600_000;

/** The stored position is behind the start of a step: the store was lost or replaced, and has to be read up again. */
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
