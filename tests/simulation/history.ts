/** Runs a plan from its beginning until everything in it has ended, and collects the evidence. */

import { monthOf } from '../../core/quota/quota.ts';
import { traceparentOf } from '../../platform/event-log/cloud-events.ts';
import { decodeEvent } from '../../platform/event-log/codec.ts';
import { issueKey, revokeKey } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { replay } from '../../platform/view-store/replay.ts';
import type { Topic } from '../../schemas/events.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { Callers } from './callers.ts';
import { clocksDifferMs } from './checks/jobs.ts';
import { jobsOf } from './checks/read-model.ts';
import { backend, useBackend } from './drivers/backend.ts';
import { Cluster, placeName, type StoredRecord } from './drivers/cluster.ts';
import { ObjectStore } from './drivers/object-store.ts';
import { RedisServer } from './drivers/redis-server.ts';
import { type Evidence, type KeyLife, type Recorded, seconds } from './evidence.ts';
import { Faults, isFault, LAST_MESSAGES_MS } from './faults.ts';
import { type Action, type Plan, START_MS } from './plan.ts';
import { Instance, open, ROLES, settingsOfBuild } from './product/system.ts';
import { Network } from './virtual/network.ts';
import { SimulatedProcess, World } from './virtual/world.ts';

const TOPIC_PREFIX = 'textrail.';
const READERS: Readonly<Record<string, readonly Topic[]>> = {
  'textrail.webhooker': ['outcomes'],
  'textrail.extractor-interactive': ['requests-interactive'],
  'textrail.extractor-bulk': ['requests-bulk'],
};
/** Faults that still last this long after the last action are ended. */
const LONGEST_FAULT_MS = 40_000;
/** What has not ended within this time never will. */
const PATIENCE_MS = 150_000;
const LIMIT_MS = 10 * PATIENCE_MS;
const LOOK_INTERVAL_MS = 500;
const LONGEST_AWAITED_RETENTION_MS = 8_000;

export function runHistory(plan: Plan): Evidence {
  const world = new World(plan.seed, plan.epoch);
  const network = new Network(world);
  const cluster = new Cluster(world, plan.fetchRecords);
  const redis = new RedisServer(world);
  const history = new History(plan, world, cluster);
  const objects = new ObjectStore(world);
  useBackend({ world, network, cluster, redis, objects, outside: history });
  let evidence: Evidence | undefined;
  try {
    world.run(async () => {
      evidence = await history.run();
    }, LIMIT_MS);
  } finally {
    useBackend(undefined);
  }
  if (evidence === undefined) throw new Error('a history ended without evidence');
  return evidence;
}

class History {
  private readonly plan: Plan;
  private readonly world: World;
  private readonly cluster: Cluster;
  private readonly operator: SimulatedProcess;
  private readonly keys: KeyLife[] = [];
  private callers: Callers | undefined;
  private platform: Platform | undefined;
  private faults: Faults | undefined;

  constructor(plan: Plan, world: World, cluster: Cluster) {
    this.plan = plan;
    this.world = world;
    this.cluster = cluster;
    this.operator = new SimulatedProcess(world, 'operator');
  }

  post(url: string, headers: Record<string, string>, body: string): Promise<number> {
    return this.callers!.post(url, headers, body);
  }

  fetch(url: string): Promise<Buffer> {
    return this.callers!.fetch(url);
  }

  async run(): Promise<Evidence> {
    const { plan, world } = this;
    const instances = ROLES.flatMap(role =>
      Array.from(
        { length: plan.instances[role] },
        (_, at) => new Instance(world, role, `${role}-${at + 1}`, plan),
      ),
    );
    const ingests = instances.filter(({ role }) => role === 'ingest');
    const callers = new Callers(world, ingests, this.keys);
    this.callers = callers;
    const faults = new Faults(instances, () => this.rebuild());
    this.faults = faults;
    await this.asOperator(async () => {
      this.platform = await open('operator', settingsOfBuild(plan.settings, plan.build));
      for (const quota of plan.quotas) await this.issue(this.platform, quota);
    });
    await world.wait(START_MS - world.now);
    for (const action of plan.actions)
      world.after(action.at, () => void this.act(action, callers, faults).catch(error => world.fail(error)));
    const last = Math.max(0, ...plan.actions.map(({ at }) => at));
    const ends = plan.actions.map(action => action.at + ('forMs' in action ? action.forMs : 0));
    await world.wait(Math.min(last + LONGEST_FAULT_MS, Math.max(last, ...ends)) + 1);
    faults.end();
    for (const { process } of instances) process.thaw();
    const unfinished = await this.settle(callers, faults);
    callers.end();
    for (const [jobId, key] of callers.jobs) await callers.look(jobId, key);
    await this.quieten(instances);
    const stops = instances.flatMap(({ words }) => words);
    const evidence = await this.evidence(callers, unfinished);
    return { ...evidence, stops, expired: await this.expired() };
  }

  /** What is left after everything has expired and the sweepers have had time. Only projectors are running. */
  private async expired(): Promise<Evidence['expired']> {
    const { plan, world } = this;
    const retentionMs = seconds(plan.settings.JOB_RETENTION_SECONDS);
    if (retentionMs > LONGEST_AWAITED_RETENTION_MS) return [];
    // The sweeper rests after a slow round.
    const end = world.now + retentionMs + clocksDifferMs(plan) + PATIENCE_MS;
    for (;;) {
      await world.wait(retentionMs);
      const results = backend().objects.list('result', Number.MAX_SAFE_INTEGER);
      const live = await this.asOperator(() => this.platform!.views.snapshot());
      const left = [...results.map(({ key }) => key), ...jobsOf(live)];
      if (left.length === 0 || world.now > end) return left;
    }
  }

  private async act(action: Action, callers: Callers, faults: Faults): Promise<void> {
    if (action.kind === 'submit') return callers.submit(action);
    if (isFault(action)) return faults.strike(action);
    const key = this.keys[action.key]!;
    // An operator repeats a command that fails.
    while (
      !(await this.asOperator(() => revokeKey(this.platform!.log, key.keyId)).then(
        () => true,
        () => false,
      ))
    );
    key.revokedAt = this.world.now;
  }

  private async issue({ log }: Platform, quota: number): Promise<void> {
    const issued = await issueKey(log, {
      name: null,
      plan: 'free',
      monthlyQuota: quota,
      rateLimitPerMinute: null,
    });
    this.keys.push({ ...issued, quota, revokedAt: undefined });
  }

  /** Rebuilds the read model as `npm run rebuild` does. The operator repeats the command if it fails. */
  private async rebuild(): Promise<void> {
    const { views, log } = this.platform!;
    const once = async () => {
      const next = await views.rebuild();
      try {
        await replay(log, next.store);
        await next.promote();
      } catch (error) {
        await next.abandon();
        throw error;
      }
    };
    for (let isDone = false; !isDone; await this.world.wait(LOOK_INTERVAL_MS))
      isDone = await this.asOperator(once).then(
        () => true,
        () => false,
      );
  }

  private asOperator<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.operator.enter(() => void work().then(resolve, reject)));
  }

  /** Waits until no work is left. Returns what has not ended in time. */
  private async settle(callers: Callers, faults: Faults): Promise<string[]> {
    const end = this.world.now + PATIENCE_MS;
    for (;;) {
      await this.world.wait(LOOK_INTERVAL_MS);
      const open = this.openWork();
      const isQuiet = !callers.isBusy && !faults.isRestoring;
      if (isQuiet && open.length === 0 && this.isReadAgain() && (await this.isFolded())) return [];
      if (this.world.now > end)
        return open.length > 0 ? open : ['the read model does not reach the end of the log'];
    }
  }

  /** Kills everything that writes to the log and waits until all of it is folded, so that the evidence describes one moment. */
  private async quieten(instances: readonly Instance[]): Promise<void> {
    for (const { role, process } of instances) if (role !== 'projector') process.kill();
    const end = this.world.now + PATIENCE_MS;
    do await this.world.wait(LAST_MESSAGES_MS);
    while (!(await this.isFolded()) && this.world.now < end);
  }

  /** Jobs without an end, and deliveries that are not over. */
  private openWork(): string[] {
    const open = new Set<string>();
    const over = new Set<string>();
    const retentionMs = seconds(this.plan.settings.JOB_RETENTION_SECONDS);
    for (const { event, at } of this.records()) {
      if (event.type === 'ExtractRequested' || event.type === 'ExtractDeferred')
        open.add(`job ${event.job_id}`);
      if (event.type === 'ExtractCompleted' || event.type === 'ExtractFailed') {
        over.add(`job ${event.job_id}`);
        // Webhooks of expired jobs are not delivered any more.
        if (event.webhook && this.world.now < at + retentionMs) open.add(`delivery ${event.job_id}`);
      }
      const isLast = event.type === 'WebhookFailed' && event.next_attempt_at === null;
      if (event.type === 'WebhookDelivered' || isLast) over.add(`delivery ${event.job_id}`);
    }
    return [...open].filter(name => !over.has(name));
  }

  private async isFolded(): Promise<boolean> {
    const { views } = this.platform!;
    const positions = await this.asOperator(() => views.positions()).catch(() => []);
    return HISTORY_TOPICS.every(topic =>
      (this.cluster.topics.get(TOPIC_PREFIX + topic) ?? []).every(
        ({ high }, partition) =>
          high === 0 ||
          positions.some(each => each.topic === topic && each.partition === partition && each.next === high),
      ),
    );
  }

  /** Whether groups that lost their positions have read their topics again. */
  private isReadAgain(): boolean {
    const lost = this.plan.actions.flatMap(action => {
      if (action.kind === 'lose-offsets') return [action.group];
      const isRead =
        action.kind === 'restore-log' && `${action.services} ${action.positions}` !== 'stopped copied';
      return isRead ? Object.keys(READERS) : [];
    });
    return lost.every(group => {
      const topics = (READERS[group] ?? []).map(topic => TOPIC_PREFIX + topic);
      return topics.every(topic =>
        (this.cluster.topics.get(topic) ?? []).every(
          ({ high }, partition) =>
            high === 0 || this.cluster.group(group).committed.get(placeName(topic, partition)) === high,
        ),
      );
    });
  }

  private decoded = new Map<object, Recorded>();

  private records(): Recorded[] {
    return HISTORY_TOPICS.flatMap(topic =>
      (this.cluster.topics.get(TOPIC_PREFIX + topic) ?? []).flatMap(({ records }, partition) =>
        records.flatMap(record => {
          const known = this.decoded.get(record);
          if (known !== undefined) return known;
          const fresh = recorded(topic, partition, record);
          if (fresh !== undefined) this.decoded.set(record, fresh);
          return fresh ?? [];
        }),
      ),
    );
  }

  private lostRecords(): Recorded[] {
    return (this.faults?.lost ?? []).flatMap(({ topic, partition, records }) => {
      const name = HISTORY_TOPICS.find(each => TOPIC_PREFIX + each === topic);
      return name === undefined ? [] : records.flatMap(record => recorded(name, partition, record) ?? []);
    });
  }

  private async evidence(
    callers: Callers,
    unfinished: string[],
  ): Promise<Omit<Evidence, 'stops' | 'expired'>> {
    const { plan, world, keys } = this;
    const { views, log } = this.platform!;
    const records = this.records();
    const months = new Set(records.map(({ event }) => monthOf(event.at)));
    const used = new Map<string, number>();
    const [live, rebuilt] = await this.asOperator(async () => {
      for (const { keyId } of keys)
        for (const month of months) used.set(`${keyId}/${month}`, await views.used(keyId, month));
      const before = await views.snapshot();
      const next = await views.rebuild();
      await replay(log, next.store);
      const after = await next.store.snapshot();
      await next.abandon();
      return [before, after] as const;
    });
    const { calls, looks, deliveries } = callers;
    const endedAt = world.now;
    const lost = this.lostRecords();
    return { plan, calls, looks, deliveries, keys, records, lost, used, live, rebuilt, unfinished, endedAt };
  }
}

function recorded(topic: Topic, partition: number, record: StoredRecord): Recorded | undefined {
  const { offset, value, headers, at } = record;
  if (value === null) return undefined;
  return { topic, partition, offset, at, traceparent: traceparentOf(headers), event: decodeEvent(value) };
}
