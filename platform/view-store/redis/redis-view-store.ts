/** The read model on Redis, shared by all processes. It may be lost at any time: the projector then replays the log into it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isKnown, type JobState } from '../../../core/job/job.ts';
import type { KeyState } from '../../../core/keys/key.ts';
import { type Breaker, CLOSED_BREAKER, lockedUntil, recordAbuse } from '../../../core/limits/breaker.ts';
import { liveWindow, RATE_WINDOW_MS } from '../../../core/limits/rate-window.ts';
import type { OnAway } from '../../awaited-servers.ts';
import type { EventLog, Position, RecordedEvent, Step } from '../../event-log/event-log.ts';
import type { OnAnswer } from '../../server-calls.ts';
import { claimedJob, type ShownClaim } from '../claimed-job.ts';
import type { Entry, ShownView } from '../entries.ts';
import {
  type Admission,
  type AdmissionRequest,
  CLAIM_LEASE_MS,
  type Claim,
  type ClaimRequest,
  type Free,
  type Horizon,
  type JobsPage,
  type JobsQuery,
  type JobWatch,
  PLACE_LEASE_MS,
  PROGRESS_LIFE_MS,
  type Progress,
  type Rebuild,
  type Standing,
  type ViewPolicy,
  type ViewStore,
  ViewStoreUnavailable,
} from '../view-store.ts';
import { checkNode, WrongNode } from './cluster-node.ts';
import { checkEviction, WrongEviction } from './eviction.ts';
import { pairsOf } from './hash-entries.ts';
import { orderBounds, placeOfMember } from './job-order.ts';
import { isRefusal, Keyspace } from './keyspace.ts';
import { LookedUp } from './looked-up.ts';
import { Projection } from './projection.ts';
import { fieldOf } from './recent-states.ts';
import { RedisRebuild } from './redis-rebuild.ts';
import { SCRIPTS } from './scripts.ts';
import { SettledJobs } from './settled-jobs.ts';
import { idempotencyField, parseVersioned, quotaField } from './step.ts';
import { checkWrites } from './writes.ts';

const LIVE = '';
const OPEN_PAUSE_MS = 500;
/** Abusive outcomes of one key at the same moment, each folded into the previous one. */
const MAX_CONFLICTS = 100;

type RebuiltFrom = Pick<EventLog, 'project' | 'ends'>;

export interface RedisOptions {
  url: string;
  policy: ViewPolicy;
  /** The log from which a rebuilt read model catches up with the live one before the switch. */
  log: RebuiltFrom | Promise<RebuiltFrom>;
  /** Hash tag of all keys. */
  tag?: string;
  /** Epoch ms; tests set it. By default the server's clock. */
  clock?: () => number;
  /** Called each time the server is not there yet while the store is being opened. */
  onAway?: OnAway;
  onAnswer?: OnAnswer;
  /** As in `Keyspace`. */
  onMoved?: (isSeveral: boolean) => void;
}

/** A claim as stored; shown as a job until its event is projected. */
interface StoredClaim extends ShownClaim {
  /** The Idempotency-Key's field that the claim holds; empty for none. */
  field: string;
}

type AdmitReply = [string, number, number, string, string | null, string, number, number];

export class RedisViewStore implements ViewStore {
  private readonly options: RedisOptions;
  private readonly keyspace: Keyspace;
  private readonly live: Projection;
  private readonly settled: SettledJobs;
  private readonly lookedUpJobs: LookedUp<JobState>;
  private readonly lookedUpKeys: LookedUp<KeyState>;
  private readonly lookedUpQuotas: LookedUp<string>;
  /** True until the server has refused a write. */
  private mayWrite = true;

  private constructor(options: RedisOptions) {
    this.options = options;
    this.keyspace = new Keyspace(options.url, options.tag ?? 'textrail', options);
    this.live = new Projection(this.keyspace, options.policy, LIVE);
    this.settled = new SettledJobs(this.keyspace, ids => this.projected(ids));
    this.lookedUpJobs = new LookedUp(ids => this.projectedOrClaimed(ids));
    this.lookedUpKeys = new LookedUp(ids => this.storedKeys(ids));
    this.lookedUpQuotas = new LookedUp(fields => this.values('quota', fields));
  }

  /** Opens the store. Waits without a limit for a server that is away; rejects with the server's own words if it refuses us. */
  static async open(options: RedisOptions): Promise<RedisViewStore> {
    const { onAway = () => undefined } = options;
    const store = new RedisViewStore(options);
    for (;;) {
      try {
        await store.settled.connected(onAway);
        await store.checkServer();
        return store;
      } catch (error) {
        const said = error instanceof ViewStoreUnavailable ? error.cause : error;
        const isOver = isRefusal(said) || error instanceof WrongEviction || error instanceof WrongNode;
        if (isOver) await store.close();
        if (isRefusal(said)) throw new Error(`REDIS_URL: the server refused: ${said.message}`);
        if (isOver) throw error;
        onAway(error);
        await sleep(OPEN_PAUSE_MS);
      }
    }
  }

  async key(keyId: string): Promise<KeyState | undefined> {
    return keyId === '' ? undefined : this.lookedUpKeys.get(keyId);
  }

  async keys(): Promise<KeyState[]> {
    const pairs = pairsOf(await this.keyspace.run(SCRIPTS.readView, LIVE, 'keys', ''));
    const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.flatMap(([, stored]) => parseVersioned<KeyState>(stored).state ?? []);
  }

  async admit(request: AdmissionRequest): Promise<Admission> {
    const { keyId, requestsPerWindow, monthlyQuota, reservation } = request;
    const rate = [keyId, requestsPerWindow, RATE_WINDOW_MS, this.testClock()];
    const args = [...rate, monthlyQuota, reservation, PLACE_LEASE_MS];
    const reply = await this.keyspace.run(SCRIPTS.admit, LIVE, ...args);
    const [now, admitted, count, endsAt, breaker, used, isWhole, hasPlace] = reply as AdmitReply;
    const at = Number(now);
    return {
      at,
      rate: { admitted: admitted === 1, count, endsAt: Number(endsAt) },
      lockedUntil: lockedUntil(parseBreaker(breaker), at, this.options.policy.breaker),
      used: Number(used),
      isWhole: isWhole === 1,
      hasPlace: hasPlace === 1,
    };
  }

  async now(): Promise<number> {
    if (this.options.clock) return this.options.clock();
    const [seconds, micros] = await this.keyspace.reach(() => this.keyspace.redis.time());
    return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
  }

  async recordAbuse(keyId: string, at: number, id: string): Promise<void> {
    const { breaker: policy } = this.options.policy;
    const name = `breaker:${keyId}`;
    const lifeMs = policy.windowMs + policy.lockoutMs;
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const stored = await this.keyspace.reach(() => this.keyspace.redis.get(this.keyspace.prefix + name));
      const next = JSON.stringify(recordAbuse(parseBreaker(stored), at, id, policy));
      const args = [name, stored ?? '', next, lifeMs];
      if ((await this.keyspace.run(SCRIPTS.compareAndSet, LIVE, ...args)) === 1) return;
    }
    throw new ViewStoreUnavailable('a breaker met too many others');
  }

  async used(keyId: string, month: string): Promise<number> {
    return Number((await this.lookedUpQuotas.get(quotaField(keyId, month))) ?? 0);
  }

  async claim(request: ClaimRequest): Promise<Claim> {
    const { jobId, keyId, asynchronous, at, idempotency, reservation } = request;
    const field = idempotency === null ? '' : idempotencyField(keyId, idempotency.keyHash);
    const claim: StoredClaim = { keyId, asynchronous, at, field };
    const args = [
      ...[randomUUID(), jobId, JSON.stringify(claim), this.testClock(), CLAIM_LEASE_MS, field],
      ...[idempotency?.fingerprint ?? '', this.options.policy.idempotencyMs, keyId, reservation ?? ''],
      ...endsOf(idempotency?.ends ?? []),
    ];
    const reply = await this.keyspace.run(SCRIPTS.claim, LIVE, ...args);
    const [outcome, id, fingerprint, state] = reply as [Claim['outcome'], string, string, string | null];
    if (outcome === 'behind' || outcome === 'full') return { outcome };
    if (outcome === 'new') return { outcome, jobId: id };
    return { outcome, jobId: id, fingerprint, job: parseVersioned<JobState>(state ?? null).state };
  }

  async holds(keyId: string, keyHash: string): Promise<boolean> {
    const args = [idempotencyField(keyId, keyHash), this.testClock()];
    return (await this.keyspace.run(SCRIPTS.holds, LIVE, ...args)) === 1;
  }

  async doubt(jobId: string): Promise<void> {
    await this.keyspace.run(SCRIPTS.doubt, LIVE, jobId);
  }

  async giveBack(keyId: string, reservation: string): Promise<void> {
    await this.keyspace.run(SCRIPTS.giveBack, LIVE, keyId, reservation);
  }

  async release(jobId: string): Promise<boolean> {
    return (await this.keyspace.run(SCRIPTS.release, LIVE, jobId)) === 1;
  }

  async job(jobId: string): Promise<JobState | undefined> {
    return this.lookedUpJobs.get(jobId);
  }

  async jobsOf(query: JobsQuery): Promise<JobsPage> {
    const reply = await this.keyspace.run(SCRIPTS.listJobs, LIVE, ...orderBounds(query), query.most);
    const flat = reply as (string | null)[];
    const members = flat.filter((_, at) => at % 2 === 0);
    // A member without a job was left by a build that did not maintain the order.
    const states = flat.filter((_, at) => at % 2 === 1).map(stored => parseVersioned<JobState>(stored).state);
    const last = members.length < query.most ? null : placeOfMember(members.at(-1) ?? '');
    return { jobs: states.filter(isKnown), last };
  }

  async standing(keyId: string): Promise<Standing> {
    const reply = await this.keyspace.run(SCRIPTS.standing, LIVE, keyId, this.testClock());
    const [now, count, endsAt, breaker, inFlight] = reply as [string, ...(string | null)[]];
    const at = Number(now);
    return {
      at,
      rate: liveWindow({ count: Number(count ?? 0), endsAt: Number(endsAt ?? 0) }, at) ?? null,
      lockedUntil: lockedUntil(parseBreaker(breaker ?? null), at, this.options.policy.breaker),
      inFlight: Number(inFlight),
    };
  }

  async unfinished(before: number, most: number): Promise<string[]> {
    return (await this.keyspace.run(SCRIPTS.jobsOwed, LIVE, before, most, 'unfinished')) as string[];
  }

  async undelivered(before: number, most: number): Promise<string[]> {
    return (await this.keyspace.run(SCRIPTS.jobsOwed, LIVE, before, most, 'undelivered')) as string[];
  }

  watch(jobId: string, isNew = false): JobWatch {
    return this.settled.watch(jobId, isNew);
  }

  async noteProgress(jobId: string, { pagesDone, pages }: Progress): Promise<void> {
    const name = this.progressName(jobId);
    await this.keyspace.reach(() =>
      this.keyspace.redis.set(name, `${pagesDone}/${pages}`, 'PX', PROGRESS_LIFE_MS),
    );
  }

  async progress(jobId: string): Promise<Progress | undefined> {
    const stored = await this.keyspace.reach(() => this.keyspace.redis.get(this.progressName(jobId)));
    const [pagesDone, pages] = (stored ?? '').split('/').map(Number);
    return pagesDone === undefined || pages === undefined ? undefined : { pagesDone, pages };
  }

  positions(): Promise<Position[]> {
    return this.live.positions();
  }

  async apply(records: RecordedEvent[], next: Step, free?: Free): Promise<void> {
    const announce = async (fresh: RecordedEvent[]) => {
      for (const { event } of fresh)
        if (event.type === 'ExtractFailed' && event.abusive)
          await this.recordAbuse(event.key_id, event.at, event.event_id);
    };
    await this.live.apply(records, next, { announce, free });
  }

  async foldVersion(): Promise<number | undefined> {
    const version = await this.keyspace.run(SCRIPTS.foldVersion, LIVE);
    return version === null ? undefined : Number(version);
  }

  async caughtUp(): Promise<boolean> {
    return (await this.keyspace.run(SCRIPTS.caughtUp, LIVE)) === 1;
  }

  async markCaughtUp(ends: readonly Position[]): Promise<boolean> {
    return (await this.keyspace.run(SCRIPTS.markCaughtUp, LIVE, ...endsOf(ends))) === 1;
  }

  async markBehind(): Promise<void> {
    await this.keyspace.run(SCRIPTS.markBehind, LIVE);
  }

  async sweep({ finishedBefore, foldedAt }: Horizon, most: number): Promise<number> {
    return Number(await this.keyspace.run(SCRIPTS.sweep, LIVE, finishedBefore, most, foldedAt));
  }

  async rebuild(): Promise<Rebuild> {
    return RedisRebuild.begin(this.keyspace, this.options.policy, await this.options.log);
  }

  snapshot(): Promise<string> {
    return this.live.snapshot();
  }

  entries(view: ShownView): AsyncIterable<readonly Entry[]> {
    return this.live.entries.entries(view);
  }

  values(view: ShownView, names: readonly string[]): Promise<(string | undefined)[]> {
    return this.live.entries.values(view, names);
  }

  async check(): Promise<void> {
    await this.checkServer();
    if (this.mayWrite) this.mayWrite = await checkWrites(this.keyspace);
  }

  async close(): Promise<void> {
    this.settled.close();
    this.keyspace.close();
  }

  /** Checks the server again each time, because it may be reconfigured or replaced by one that evicts keys. */
  private async checkServer(): Promise<void> {
    await Promise.all([checkEviction(this.keyspace), checkNode(this.keyspace)]);
  }

  private progressName(jobId: string): string {
    return `${this.keyspace.prefix}progress:${jobId}`;
  }

  private testClock(): number | '' {
    return this.options.clock?.() ?? '';
  }

  private async projectedOrClaimed(jobIds: string[]): Promise<(JobState | undefined)[]> {
    const stored = await this.storedJobs(jobIds);
    return stored.map(({ jobId, state, claim }) => {
      if (isKnown(state)) return state;
      return claim === undefined ? undefined : claimedJob(jobId, JSON.parse(claim) as StoredClaim);
    });
  }

  private async projected(jobIds: string[]): Promise<(JobState | undefined)[]> {
    return (await this.storedJobs(jobIds)).map(({ state }) => state);
  }

  private async storedJobs(
    jobIds: string[],
  ): Promise<{ jobId: string; state: JobState | undefined; claim: string | undefined }[]> {
    const reply = (await this.keyspace.run(SCRIPTS.readJobs, LIVE, ...jobIds)) as (string | null)[];
    return jobIds.map((jobId, at) => ({
      jobId,
      state: parseVersioned<JobState>(reply[2 * at] ?? null).state,
      claim: reply[2 * at + 1] ?? undefined,
    }));
  }

  private async storedKeys(keyIds: string[]): Promise<(KeyState | undefined)[]> {
    const states = await this.values('keys', keyIds);
    return states.map(state => (state === undefined ? undefined : (JSON.parse(state) as KeyState)));
  }
}

function endsOf(ends: readonly Position[]): (string | number)[] {
  return ends.flatMap(end => [fieldOf(end), end.next]);
}

function parseBreaker(stored: string | null): Breaker {
  return stored === null ? CLOSED_BREAKER : (JSON.parse(stored) as Breaker);
}
