/** One generation of the embedded read model: a SQLite file that can be discarded and projected again. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  agesFrom,
  evolveJob,
  freedBlobs,
  inFlightChange,
  isEndOfForgotten,
  isKnown,
  isMetered,
  type JobState,
} from '../../../core/job/job.ts';
import { evolveKey, isKeyEvent, type KeyState } from '../../../core/keys/key.ts';
import { monthOf } from '../../../core/quota/quota.ts';
import type { Event, ExtractRequested } from '../../../schemas/events.ts';
import type { BlobKey } from '../../blob-store/blob-store.ts';
import type { LastEvent, RecordedEvent } from '../../event-log/event-log.ts';
import { Checkpoints } from '../../sqlite/checkpoints.ts';
import { emptyWal, openDatabase, transaction } from '../../sqlite/database.ts';
import { unlessDiskFails } from '../../sqlite/disk.ts';
import type { Entry, ShownView } from '../entries.ts';
import type { Horizon, JobPlace, JobsPage, JobsQuery, ViewPolicy } from '../view-store.ts';
import { type IdempotencyRow, PendingRows } from './pending-rows.ts';
import { RecentRows } from './recent-rows.ts';
import { TableEntries } from './table-entries.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS position (id INTEGER PRIMARY KEY CHECK (id = 0), next INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS last_event (
    id INTEGER PRIMARY KEY CHECK (id = 0), offset INTEGER NOT NULL, event_id TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS fold (id INTEGER PRIMARY KEY CHECK (id = 0), version INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS folded_at (id INTEGER PRIMARY KEY CHECK (id = 0), at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS jobs (job_id TEXT PRIMARY KEY, finished_at INTEGER, state TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS jobs_unfinished ON jobs (state ->> 'requestedAt') WHERE finished_at IS NULL;
  CREATE INDEX IF NOT EXISTS jobs_undelivered ON jobs (finished_at) WHERE finished_at IS NOT NULL AND state ->> 'webhook' = 'pending';
  CREATE INDEX IF NOT EXISTS jobs_by_key ON jobs (state ->> 'keyId', state ->> 'requestedAt', job_id);
  CREATE TABLE IF NOT EXISTS keys (key_id TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS quota (
    key_id TEXT, month TEXT, used INTEGER NOT NULL, PRIMARY KEY (key_id, month)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS in_flight (key_id TEXT PRIMARY KEY, jobs INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS idempotency (
    key_id TEXT, key_hash TEXT, job_id TEXT NOT NULL, fingerprint TEXT NOT NULL, live_until INTEGER NOT NULL,
    PRIMARY KEY (key_id, key_hash)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS idempotency_until ON idempotency (live_until);
`;

/** What a fold needs to know beside the log. */
export type FoldPolicy = Pick<ViewPolicy, 'idempotencyMs' | 'foldVersion'>;

/** Pages of the write-ahead log that justify a checkpoint, each of which costs two syncs. */
const CHECKPOINT_PAGES = 2_000;
/** If this many jobs have changed since the last successful write, folding waits for the disk. */
const MOST_PENDING_JOBS = 5_000;

export class ViewDatabase {
  readonly path: string;
  private readonly database: DatabaseSync;
  private readonly checkpoints: Checkpoints;
  private readonly statements: Record<keyof typeof STATEMENTS, StatementSync>;
  private readonly policy: FoldPolicy;
  private readonly entries: TableEntries;
  /** Used only by the process that folds, which is the only writer: another process would never see its copies change. */
  private recent = new RecentRows();
  /** Rows up to `foldedNext`, of which the file has those up to `storedNext`. */
  private pending = new PendingRows();
  private foldedNext: number;
  private storedNext: number;
  /** `Horizon.foldedAt` of the last sweep, once the process that folds and sweeps has read it. */
  private knownFoldedAt: number | undefined;
  /** Whether this process folds, and whether it has recorded its version in the file. */
  private folds = false;
  private isStamped = false;
  /** Whether swept rows may still be in the write-ahead log, perhaps from a process that was killed. */
  private holdsDeleted = true;

  constructor(path: string, policy: FoldPolicy) {
    this.path = path;
    this.policy = policy;
    this.database = openDatabase(path, 'derived');
    this.checkpoints = new Checkpoints(this.database, path, CHECKPOINT_PAGES);
    this.database.exec(SCHEMA);
    this.entries = new TableEntries(this.database);
    this.statements = Object.fromEntries(
      Object.entries(STATEMENTS).map(([name, sql]) => [name, this.database.prepare(sql)]),
    ) as Record<keyof typeof STATEMENTS, StatementSync>;
    this.foldedNext = this.storedNext = this.position();
  }

  /** Offset of the next record to fold. If another process folds, the file's current position. */
  get next(): number {
    if (!this.folds) this.foldedNext = this.storedNext = this.position();
    return this.foldedNext;
  }

  /** Whether the file has everything that is folded. */
  get isStored(): boolean {
    return this.storedNext === this.foldedNext;
  }

  /** See `ViewStore.foldVersion`. */
  get foldVersion(): number | undefined {
    const stamp = this.statements.foldVersion.get()?.version;
    if (stamp !== undefined) return Number(stamp);
    return this.storedNext === 0 ? undefined : 1;
  }

  /**
   * Folds the records at or beyond the position, and moves it to `next`. Returns the changed jobs. The file follows
   * with `store`, except keys, which are written at once because other processes look for them there.
   */
  apply(records: readonly RecordedEvent[], next: number): Map<string, JobState> {
    if (next <= this.foldedNext) return new Map();
    if (this.pending.jobs.size >= MOST_PENDING_JOBS) this.store();
    const step = new PendingRows();
    for (const record of records) if (record.offset >= this.foldedNext) this.fold(record.event, step);
    const last = records.at(-1);
    step.last = last && { offset: last.offset, eventId: last.event.event_id };
    this.pending.add(step);
    this.foldedNext = next;
    this.folds = true;
    for (const [jobId, state] of step.jobs) this.recent.jobs.set(jobId, state);
    for (const [keyId, state] of step.keys) this.recent.keys.set(keyId, state);
    for (const [keyId, jobs] of step.inFlight) this.recent.inFlight.add(keyId, jobs);
    for (const [[keyId, month], more] of step.used) this.recent.used.add(usedName(keyId, month), more);
    if (!this.isStamped || step.keys.size > 0) this.storeIfPossible();
    return step.jobs;
  }

  /**
   * Writes everything folded in one transaction with the position. Throws as SQLite does, and then loses nothing. If
   * another process has folded as far meanwhile (a command that met the same damaged file), its result is kept, because
   * counts would be added twice.
   */
  store(): void {
    if (this.isStored) return;
    const { jobs, keys, inFlight, used, idempotency, last } = this.pending;
    const { statements } = this;
    let isThere = false;
    transaction(this.database, () => {
      isThere = this.position() >= this.foldedNext;
      if (isThere) return;
      for (const [jobId, state] of jobs) statements.putJob.run(jobId, agesFrom(state), JSON.stringify(state));
      for (const [keyId, state] of keys) statements.putKey.run(keyId, JSON.stringify(state));
      for (const [keyId, more] of inFlight) if (more !== 0) statements.inFlightChanged.run(keyId, more);
      for (const [[keyId, month], more] of used) statements.meter.run(keyId, month, more);
      for (const [[keyId, keyHash], { jobId, fingerprint, liveUntil }] of idempotency)
        statements.remember.run(keyId, keyHash, jobId, fingerprint, liveUntil);
      if (!this.isStamped) this.stamp();
      if (last !== undefined) statements.putLastEvent.run(last.offset, last.eventId);
      statements.putPosition.run(this.foldedNext);
    });
    if (isThere) {
      this.foldedNext = this.position();
      this.recent = new RecentRows();
    }
    this.isStamped = true;
    this.storedNext = this.foldedNext;
    this.pending = new PendingRows();
    void this.checkpoints.look();
  }

  /** Stores for readers of the file itself; if the disk refuses, they miss it until it accepts writes again. */
  private storeIfPossible(): void {
    unlessDiskFails(() => this.store());
  }

  /** Blobs that nobody needs any more once the records are folded (see `freedBlobs`). */
  freed(records: readonly RecordedEvent[]): BlobKey[] {
    const states = new Map<string, JobState | undefined>();
    return records.flatMap(({ event, offset }) => {
      if (offset < this.foldedNext || !('job_id' in event)) return [];
      const before = states.has(event.job_id) ? states.get(event.job_id) : this.state(event.job_id);
      states.set(event.job_id, evolveJob(before, event));
      return freedBlobs(before, event) as BlobKey[];
    });
  }

  /** The last folded event below `next`, which identifies the log. */
  get lastEvent(): LastEvent | undefined {
    const row = this.statements.lastEvent.get();
    return row && { offset: Number(row.offset), eventId: String(row.event_id) };
  }

  job(jobId: string): JobState | undefined {
    const state = this.state(jobId);
    return isKnown(state) ? state : undefined;
  }

  jobsOf({ keyId, from, until, after, most }: JobsQuery): JobsPage {
    this.storeIfPossible();
    const { requestedAt, jobId } = after ?? { requestedAt: until, jobId: '' };
    const rows = this.statements.jobsOf.all(keyId, from, until, requestedAt, jobId, most);
    const states = rows.flatMap(({ state }) => parsed<JobState>(state) ?? []);
    const shown = states.filter(state => isKnown(state) && !state.erased);
    return { jobs: shown, last: rows.length < most ? null : placeOf(states.at(-1)) };
  }

  key(keyId: string): KeyState | undefined {
    const pending = this.pending.keys.get(keyId);
    if (pending !== undefined) return pending;
    const read = () => parsed<KeyState>(this.statements.key.get(keyId)?.state);
    return this.folds ? this.recent.keys.of(keyId, read) : read();
  }

  keys(): KeyState[] {
    this.storeIfPossible();
    return this.statements.keys.all().flatMap(row => parsed<KeyState>(row.state) ?? []);
  }

  used(keyId: string, month: string): number {
    const more = () => this.pending.used.get(keyId, month) ?? 0;
    const read = () => Number(this.statements.used.get(keyId, month)?.used ?? 0) + more();
    return this.folds ? this.recent.used.of(usedName(keyId, month), read) : read();
  }

  /** Number of the key's jobs that have not ended. */
  inFlight(keyId: string): number {
    const more = () => this.pending.inFlight.get(keyId) ?? 0;
    const read = () => Number(this.statements.inFlight.get(keyId)?.jobs ?? 0) + more();
    return this.folds ? this.recent.inFlight.of(keyId, read) : read();
  }

  idempotency(keyId: string, keyHash: string): IdempotencyRow | undefined {
    const pending = this.pending.idempotency.get(keyId, keyHash);
    if (pending !== undefined) return pending;
    const row = this.statements.idempotency.get(keyId, keyHash);
    if (row === undefined) return undefined;
    return {
      jobId: String(row.job_id),
      fingerprint: String(row.fingerprint),
      liveUntil: Number(row.live_until),
    };
  }

  unfinished(before: number, most: number): string[] {
    this.storeIfPossible();
    return this.statements.unfinished.all(before, most).map(({ job_id }) => String(job_id));
  }

  undelivered(before: number, most: number): string[] {
    this.storeIfPossible();
    return this.statements.undelivered.all(before, most).map(({ job_id }) => String(job_id));
  }

  sweep({ finishedBefore, foldedAt }: Horizon, most: number): number {
    this.store();
    // Must precede the removal of jobs: from then on a job's second end can be told from a first.
    if (foldedAt > this.foldedAt() && this.statements.isExpired.get(finishedBefore) !== undefined) {
      this.statements.putFoldedAt.run(foldedAt);
      this.knownFoldedAt = foldedAt;
    }
    const keys = this.statements.sweepIdempotency.run(finishedBefore, most).changes;
    const jobs = Number(this.statements.sweep.run(finishedBefore, most).changes);
    if (jobs > 0) this.recent.jobs.clear();
    this.holdsDeleted ||= keys > 0 || jobs > 0;
    // Not between two slices, because each time costs two syncs.
    if (this.holdsDeleted && jobs < most) this.holdsDeleted = !emptyWal(this.database);
    return jobs;
  }

  /** See `Entries`: one slice, after `after`. */
  entriesAfter(view: ShownView, after: string): Entry[] {
    this.storeIfPossible();
    return this.entries.slice(view, after);
  }

  value(view: ShownView, name: string): string | undefined {
    this.storeIfPossible();
    return this.entries.value(view, name);
  }

  /** Resolves when nothing else has the file open; await it before closing the file in order to rename it. */
  idle(): Promise<void> {
    return this.checkpoints.idle();
  }

  /** Closes the file. Without `store` first, what the file lacks is folded again by the next process that opens it. */
  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  private position(): number {
    return Number(this.statements.position.get()?.next ?? 0);
  }

  private foldedAt(): number {
    this.knownFoldedAt ??= Number(this.statements.foldedAt.get()?.at ?? 0);
    return this.knownFoldedAt;
  }

  private stamp(): void {
    const { foldVersion } = this.policy;
    this.statements.putFoldVersion.run(Math.min(foldVersion, this.foldVersion ?? foldVersion));
  }

  private state(jobId: string): JobState | undefined {
    const pending = this.pending.jobs.get(jobId);
    if (pending !== undefined) return pending;
    const read = () => parsed<JobState>(this.statements.job.get(jobId)?.state);
    return this.folds ? this.recent.jobs.of(jobId, read) : read();
  }

  private fold(event: Event, step: PendingRows): void {
    if (isKeyEvent(event)) {
      const key = evolveKey(step.keys.get(event.key_id) ?? this.key(event.key_id), event);
      if (key !== undefined) step.keys.set(event.key_id, key);
      return;
    }
    if (event.type === 'JobEnded') return;
    const before = step.jobs.get(event.job_id) ?? this.state(event.job_id);
    if (isEndOfForgotten(before, event, this.foldedAt())) return;
    if (isMetered(before, event)) step.addUsed(event.key_id, monthOf(event.at), 1);
    if (event.type === 'ExtractRequested') this.rememberIdempotency(event, step);
    const after = evolveJob(before, event);
    step.addInFlight(event.key_id, inFlightChange(before, after));
    if (after !== undefined) step.jobs.set(event.job_id, after);
  }

  /** The first request under a key counts, until the key expires. */
  private rememberIdempotency(event: ExtractRequested, step: PendingRows): void {
    const { key_id: keyId, idempotency_key_hash: keyHash, job_id: jobId, fingerprint, at } = event;
    if (keyHash === null) return;
    const known = step.idempotency.get(keyId, keyHash) ?? this.idempotency(keyId, keyHash);
    if (known !== undefined && known.liveUntil > at) return;
    step.idempotency.set(keyId, keyHash, {
      jobId,
      fingerprint,
      liveUntil: at + this.policy.idempotencyMs,
    });
  }
}

const STATEMENTS = {
  lastEvent: 'SELECT offset, event_id FROM last_event',
  putLastEvent:
    'INSERT INTO last_event (id, offset, event_id) VALUES (0, ?, ?) ON CONFLICT DO UPDATE SET offset = excluded.offset, event_id = excluded.event_id',
  foldVersion: 'SELECT version FROM fold',
  putFoldVersion:
    'INSERT INTO fold (id, version) VALUES (0, ?) ON CONFLICT DO UPDATE SET version = excluded.version',
  foldedAt: 'SELECT at FROM folded_at',
  putFoldedAt: 'INSERT INTO folded_at (id, at) VALUES (0, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
  isExpired: 'SELECT 1 FROM jobs WHERE finished_at < ? LIMIT 1',
  position: 'SELECT next FROM position',
  putPosition: 'INSERT INTO position (id, next) VALUES (0, ?) ON CONFLICT DO UPDATE SET next = excluded.next',
  job: 'SELECT state FROM jobs WHERE job_id = ?',
  putJob:
    'INSERT INTO jobs (job_id, finished_at, state) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET finished_at = excluded.finished_at, state = excluded.state',
  // Row values compare in the order of the index; an instant alone sorts before all its jobs.
  jobsOf: `SELECT state FROM jobs WHERE state ->> 'keyId' = ? AND state ->> 'requestedAt' >= ? AND state ->> 'requestedAt' < ?
    AND (state ->> 'requestedAt', job_id) < (?, ?)
    ORDER BY state ->> 'requestedAt' DESC, job_id DESC LIMIT ?`,
  unfinished: `SELECT job_id FROM jobs WHERE finished_at IS NULL AND state ->> 'requestedAt' < ?
    ORDER BY state ->> 'requestedAt' LIMIT ?`,
  undelivered: `SELECT job_id FROM jobs WHERE finished_at IS NOT NULL AND state ->> 'webhook' = 'pending' AND finished_at < ?
    ORDER BY finished_at LIMIT ?`,
  key: 'SELECT state FROM keys WHERE key_id = ?',
  keys: 'SELECT state FROM keys ORDER BY key_id',
  putKey: 'INSERT INTO keys (key_id, state) VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
  used: 'SELECT used FROM quota WHERE key_id = ? AND month = ?',
  meter:
    'INSERT INTO quota (key_id, month, used) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used',
  inFlight: 'SELECT jobs FROM in_flight WHERE key_id = ?',
  inFlightChanged:
    'INSERT INTO in_flight (key_id, jobs) VALUES (?, ?) ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs',
  idempotency: 'SELECT job_id, fingerprint, live_until FROM idempotency WHERE key_id = ? AND key_hash = ?',
  remember: `INSERT INTO idempotency (key_id, key_hash, job_id, fingerprint, live_until) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET job_id = excluded.job_id, fingerprint = excluded.fingerprint, live_until = excluded.live_until`,
  sweepIdempotency: `DELETE FROM idempotency WHERE (key_id, key_hash) IN
    (SELECT key_id, key_hash FROM idempotency WHERE live_until < ? LIMIT ?)`,
  sweep: 'DELETE FROM jobs WHERE job_id IN (SELECT job_id FROM jobs WHERE finished_at < ? LIMIT ?)',
} as const;

const usedName = (keyId: string, month: string): string => `${keyId}/${month}`;

function placeOf(job: JobState | undefined): JobPlace | null {
  return job === undefined ? null : { requestedAt: job.requestedAt, jobId: job.jobId };
}

function parsed<T>(text: unknown): T | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as T) : undefined;
}
