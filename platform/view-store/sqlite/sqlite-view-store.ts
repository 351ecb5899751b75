/**
 * The read model of the embedded default. Rate windows, breakers, claims and the progress of jobs are in memory,
 * because a single process serves.
 */
import { isInFlight, type JobState } from '../../../core/job/job.ts';
import type { KeyState } from '../../../core/keys/key.ts';
import { type Breaker, CLOSED_BREAKER, lockedUntil, recordAbuse } from '../../../core/limits/breaker.ts';
import { countRequest, liveWindow, type RateWindow } from '../../../core/limits/rate-window.ts';
import { hasPlace, monthOf } from '../../../core/quota/quota.ts';
import { HISTORY_TOPICS } from '../../../schemas/history.ts';
import type { Position, RecordedEvent } from '../../event-log/event-log.ts';
import { PARTITION, type SqliteEventLog } from '../../event-log/sqlite/sqlite-event-log.ts';
import { onDisk, unlessDiskFails } from '../../sqlite/disk.ts';
import type { Entry, ShownView } from '../entries.ts';
import {
  type Admission,
  type AdmissionRequest,
  type Claim,
  type ClaimRequest,
  type Free,
  type Horizon,
  type JobsPage,
  type JobsQuery,
  type JobWatch,
  PLACE_LEASE_MS,
  type Progress,
  type Rebuild,
  type Standing,
  type ViewPolicy,
  type ViewStore,
  ViewStoreUnavailable,
} from '../view-store.ts';
import { Watchers } from '../watchers.ts';
import { Claims } from './claims.ts';
import { Generations, isDamagedView } from './generations.ts';
import { JobProgress } from './job-progress.ts';
import { Reservations } from './reservations.ts';
import { ShownEntries } from './shown-entries.ts';
import { beginRebuild } from './sqlite-rebuild.ts';
import { ViewDatabase } from './view-database.ts';

/** How often to look for a switch to a rebuilt generation by an operator's command. */
const SWITCH_POLL_MS = 250;
/** How far the file, and so any reader in another process, may be behind what is folded. */
const STORE_AFTER_MS = 100;

export class SqliteViewStore implements ViewStore {
  private readonly log: SqliteEventLog;
  private readonly policy: ViewPolicy;
  private readonly generations: Generations;
  private readonly claims: Claims;
  private readonly reservations = new Reservations(PLACE_LEASE_MS);
  private readonly jobProgress = new JobProgress();
  private readonly watchers = new Watchers();
  private readonly windows = new Map<string, RateWindow>();
  private readonly breakers = new Map<string, Breaker>();
  private readonly shown = new ShownEntries(at => this.look(at));
  private readonly poll: NodeJS.Timeout;
  private readonly endAtOpening: number;
  private readonly clock: () => number;
  private views: ViewDatabase;
  private storing: NodeJS.Timeout | undefined;
  /** Whether this process folds; only one does at a time. */
  private folds = false;

  /** `clock`: epoch ms; tests set it. */
  constructor(folder: string, log: SqliteEventLog, policy: ViewPolicy, clock: () => number = Date.now) {
    this.clock = clock;
    this.log = log;
    this.policy = policy;
    this.claims = new Claims(policy.idempotencyMs);
    this.generations = new Generations(folder, log.said.bind(log));
    this.generations.removeOld();
    this.views = this.ofThisLog(this.openLive());
    this.endAtOpening = log.end();
    this.poll = setInterval(() => unlessDiskFails(() => this.followSwitch()), SWITCH_POLL_MS);
    this.poll.unref();
  }

  async key(keyId: string): Promise<KeyState | undefined> {
    return this.look(views => views.key(keyId));
  }

  async keys(): Promise<KeyState[]> {
    return this.look(views => views.keys());
  }

  async admit(request: AdmissionRequest): Promise<Admission> {
    const { keyId, requestsPerWindow, monthlyQuota, reservation } = request;
    const at = this.clock();
    const rate = countRequest(this.windows.get(keyId), requestsPerWindow, at);
    this.windows.set(keyId, { count: rate.count, endsAt: rate.endsAt });
    const breaker = this.breakers.get(keyId) ?? CLOSED_BREAKER;
    const used = this.look(views => views.used(keyId, monthOf(at)));
    const inFlight = this.look(views => views.inFlight(keyId));
    const reserved = this.reservations.count(keyId, at);
    const isWhole = this.views.next >= this.endAtOpening;
    const taken = { used, inFlight, reserved };
    const mayHavePlace = rate.admitted && isWhole && hasPlace(monthlyQuota, taken);
    if (mayHavePlace) this.reservations.take(keyId, reservation, at);
    return {
      at,
      rate,
      lockedUntil: lockedUntil(breaker, at, this.policy.breaker),
      used,
      isWhole,
      hasPlace: mayHavePlace,
    };
  }

  async now(): Promise<number> {
    return this.clock();
  }

  async recordAbuse(keyId: string, at: number, id: string): Promise<void> {
    this.breakers.set(
      keyId,
      recordAbuse(this.breakers.get(keyId) ?? CLOSED_BREAKER, at, id, this.policy.breaker),
    );
  }

  async used(keyId: string, month: string): Promise<number> {
    return this.look(views => views.used(keyId, month));
  }

  async claim(request: ClaimRequest): Promise<Claim> {
    const { keyId, idempotency, reservation } = request;
    const at = this.clock();
    const { keyHash, fingerprint } = idempotency ?? {};
    // As its event will say: a request that came while the Idempotency-Key was live is a repeat, however late its claim
    // comes.
    const cameAt = Math.min(at, request.at);
    const confirmed = keyHash !== undefined && this.confirmed(keyId, keyHash, cameAt, fingerprint);
    if (confirmed) return confirmed;
    const end = Math.max(0, ...(idempotency?.ends ?? []).map(({ next }) => next));
    const claim = this.claims.claim(request, {
      at,
      isReached: this.views.next >= end,
      hasPlace: jobId => this.reservations.has(keyId, jobId),
    });
    if (claim.outcome === 'new' && reservation !== null)
      this.reservations.rename(keyId, reservation, claim.jobId);
    return claim;
  }

  async holds(keyId: string, keyHash: string): Promise<boolean> {
    const at = this.clock();
    return this.confirmed(keyId, keyHash, at) !== undefined || this.claims.holds(keyId, keyHash, at);
  }

  async doubt(jobId: string): Promise<void> {
    this.claims.doubt(jobId);
  }

  async giveBack(keyId: string, reservation: string): Promise<void> {
    this.reservations.giveBack(keyId, reservation);
  }

  async release(jobId: string): Promise<boolean> {
    return this.claims.release(jobId);
  }

  async job(jobId: string): Promise<JobState | undefined> {
    return this.look(views => views.job(jobId)) ?? this.claims.job(jobId);
  }

  async jobsOf(query: JobsQuery): Promise<JobsPage> {
    return this.look(views => views.jobsOf(query));
  }

  async unfinished(before: number, most: number): Promise<string[]> {
    return this.look(views => views.unfinished(before, most));
  }

  async undelivered(before: number, most: number): Promise<string[]> {
    return this.look(views => views.undelivered(before, most));
  }

  async standing(keyId: string): Promise<Standing> {
    const at = this.clock();
    return {
      at,
      rate: liveWindow(this.windows.get(keyId), at) ?? null,
      lockedUntil: lockedUntil(this.breakers.get(keyId) ?? CLOSED_BREAKER, at, this.policy.breaker),
      inFlight: this.look(views => views.inFlight(keyId)),
    };
  }

  watch(jobId: string, isNew = false): JobWatch {
    const watch = this.watchers.watch(jobId);
    const state = isNew ? undefined : this.look(views => views.job(jobId));
    if (state !== undefined) this.watchers.changed(state);
    return watch;
  }

  async noteProgress(jobId: string, progress: Progress): Promise<void> {
    this.jobProgress.note(jobId, progress, this.clock());
  }

  async progress(jobId: string): Promise<Progress | undefined> {
    return this.jobProgress.of(jobId, this.clock());
  }

  async positions(): Promise<Position[]> {
    return HISTORY_TOPICS.map(topic => ({ topic, partition: PARTITION, next: this.views.next }));
  }

  async apply(records: RecordedEvent[], next: Position, free?: Free): Promise<void> {
    const freed = free === undefined ? [] : this.look(views => views.freed(records));
    if (freed.length > 0) await free?.(freed);
    const changed = await onDisk(
      () => this.look(views => views.apply(records, next.next)),
      ViewStoreUnavailable,
    );
    this.folds = true;
    this.storeSoon();
    for (const { event } of records)
      if (event.type === 'ExtractFailed' && event.abusive)
        await this.recordAbuse(event.key_id, event.at, event.event_id);
    for (const [jobId, state] of changed) {
      this.claims.remove(jobId);
      this.reservations.giveBack(state.keyId, jobId);
      this.watchers.changed(state);
    }
  }

  async foldVersion(): Promise<number | undefined> {
    return this.look(views => views.foldVersion);
  }

  async caughtUp(): Promise<boolean> {
    return this.views.next >= this.endAtOpening;
  }

  /** In SQLite nothing is marked; the position tells. Stores what was folded, for processes that read the file. */
  async markCaughtUp(): Promise<boolean> {
    unlessDiskFails(() => this.look(views => views.store()));
    return this.caughtUp();
  }

  async markBehind(): Promise<void> {}

  async sweep(horizon: Horizon, most: number): Promise<number> {
    this.claims.expire(this.clock());
    return this.look(views => views.sweep(horizon, most));
  }

  async rebuild(): Promise<Rebuild> {
    return beginRebuild(this.generations, this.policy, () => this.followSwitch());
  }

  snapshot(): Promise<string> {
    return this.shown.snapshot();
  }

  entries(view: ShownView): AsyncIterable<readonly Entry[]> {
    return this.shown.entries(view);
  }

  values(view: ShownView, names: readonly string[]): Promise<(string | undefined)[]> {
    return this.shown.values(view, names);
  }

  async check(): Promise<void> {
    this.look(views => views.key(''));
  }

  async close(): Promise<void> {
    clearInterval(this.poll);
    clearTimeout(this.storing);
    unlessDiskFails(() => this.look(views => views.store()));
    this.views.close();
  }

  private storeSoon(): void {
    this.storing ??= setTimeout(() => {
      this.storing = undefined;
      unlessDiskFails(() => this.look(views => views.store()));
      if (!this.views.isStored) this.storeSoon();
    }, STORE_AFTER_MS).unref();
  }

  private openLive(): ViewDatabase {
    const open = () => new ViewDatabase(this.generations.livePath(), this.policy);
    try {
      return open();
    } catch (error) {
      if (!isDamagedView(error)) throw error;
      this.generations.abandonDamaged(error);
      return open();
    }
  }

  /**
   * Abandons a generation that belongs to a log that was cut or replaced since: it would continue from events that
   * never happened.
   */
  private ofThisLog(views: ViewDatabase): ViewDatabase {
    if (this.isOfThisLog(views)) return views;
    this.log.said(
      { position: views.next, end: this.log.end() },
      'the log was cut or replaced: the read model is built anew',
    );
    views.close();
    this.generations.abandonLive();
    return this.openLive();
  }

  private isOfThisLog(views: ViewDatabase): boolean {
    if (views.next > this.log.end()) return false;
    try {
      const last = views.lastEvent;
      return last === undefined || this.log.eventIdAt(last.offset) === last.eventId;
    } catch (error) {
      // The damage is found, and repaired, where the generation is read.
      if (isDamagedView(error)) return true;
      throw error;
    }
  }

  /**
   * Reads the live generation. If it is damaged, replaces it by a new one, which is brought to the same position from
   * the log before it is read.
   */
  private look<T>(at: (views: ViewDatabase) => T): T {
    try {
      return at(this.views);
    } catch (error) {
      if (!isDamagedView(error)) throw error;
      this.generations.abandonDamaged(error);
      this.folds = true;
      this.followSwitch();
      return at(this.views);
    }
  }

  /**
   * The existing claim on an Idempotency-Key according to the log, if the key is live at `at`, or if its job has the
   * same `fingerprint` and has not ended by then.
   */
  private confirmed(keyId: string, keyHash: string, at: number, fingerprint?: string): Claim | undefined {
    const row = this.look(views => views.idempotency(keyId, keyHash));
    if (row === undefined) return undefined;
    const { jobId } = row;
    const job = this.look(views => views.job(jobId));
    const isUnended = row.fingerprint === fingerprint && isInFlight(job);
    if (row.liveUntil <= at && !isUnended) return undefined;
    return { outcome: 'existing', jobId, fingerprint: row.fingerprint, job };
  }

  /**
   * Moves to a generation that a rebuild has promoted. The process that folds first brings it up to what the old one
   * has, so that its own readers never see the read model go back; in any other process that would add counts twice.
   */
  private followSwitch(): void {
    const path = this.generations.livePath();
    if (path === this.views.path) return;
    const promoted = new ViewDatabase(path, this.policy);
    try {
      this.drawLevel(promoted);
    } catch (error) {
      promoted.close();
      throw error;
    }
    this.views.close();
    this.views = promoted;
    this.storeSoon();
    // The new generation may be further than the old one, and the projector will not see those events as new.
    for (const [keyId, reservation] of this.reservations.all())
      if (promoted.job(reservation) !== undefined) this.reservations.giveBack(keyId, reservation);
    for (const jobId of this.watchers.jobIds()) {
      const state = promoted.job(jobId);
      if (state !== undefined) this.watchers.changed(state);
    }
    // Last, because nothing depends on it: whatever stays is removed with the next switch.
    this.generations.removeOld();
  }

  /** Brings the promoted generation up to the old one, in the process that folds, so that nothing already shown is missing. */
  private drawLevel(promoted: ViewDatabase): void {
    while (this.folds && promoted.next < this.views.next) {
      const { records, next } = this.log.batch(promoted.next);
      if (next.next === promoted.next) break;
      promoted.apply(records, next.next);
    }
  }
}
