import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Admin } from 'kafkajs';
import type { Consumer } from '../../platform/event-log/event-log.ts';
import type { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { consumerGroup } from '../../platform/event-log/kafka/kept-membership.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { openLog, requested } from './kafka-traffic.ts';

/** The first join of an empty group takes this long, as in production. */
const REBALANCE_DELAY_MS = 3_000;
/** A dead member's partitions wait until its session ends. */
const SESSION_MS = 10_000;

let cluster: KafkaCluster;
let log: KafkaEventLog;
let admin: Admin;
const prefix = 'groups.';
const running: Consumer[] = [];
const children: ChildProcess[] = [];

before(async () => {
  cluster = await KafkaCluster.start(1, { rebalanceDelayMs: REBALANCE_DELAY_MS });
  log = await openLog(cluster.brokers, prefix);
  admin = new kafkajs.Kafka({ brokers: cluster.brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
});
after(async () => {
  await admin.disconnect();
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(running.map(consumer => consumer.stop(0)));
  await log.close();
  await cluster.destroy();
});

function consume(group: string, handle: (id: string) => Promise<void>): Consumer {
  const consumer = log.consume({
    group,
    topics: ['requests-bulk'],
    maxInFlight: 8,
    handle: ({ event }) => handle(event.event_id),
  });
  running.push(consumer);
  return consumer;
}

async function membersOf(group: string): Promise<unknown[]> {
  const { groups } = await admin.describeGroups([`${prefix}${group}`]);
  return groups.flatMap(({ members }) => members);
}

/**
 * Starts a member in its own process; resolves when it has joined. `seen` gets `joining`, `ready` and the ids of the
 * handled events.
 */
async function spawnMember(group: string, seen: string[], name?: string): Promise<ChildProcess> {
  const child = beginMember(group, seen, name);
  await until('a member that has joined', () => seen.includes('ready'), 40_000);
  return child;
}

function beginMember(group: string, seen: string[], name?: string): ChildProcess {
  const script = join(import.meta.dirname, 'kafka-member.ts');
  const args = [script, cluster.brokers.join(','), prefix, group, ...(name === undefined ? [] : [name])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  child.stdout.setEncoding('utf8').on('data', (text: string) => seen.push(...text.trim().split('\n')));
  return child;
}

test('a consumer that is stopped while it joins leaves no ghost behind: the next one works at once', async () => {
  const group = randomUUID();
  const first = consume(group, async () => undefined);
  await sleep(500);
  await first.stop(0);
  // A ghost would remain until its session ends.
  await until('an empty group', async () => (await membersOf(group)).length === 0, SESSION_MS / 2);
  const event = requested();
  await log.append([event]);
  const seen: string[] = [];
  consume(group, async id => void seen.push(id));
  await until('the first record', () => seen.includes(event.event_id));
});

test('a member that was killed while it joined, beside one that was killed before, costs no more than both sessions', async t => {
  const group = randomUUID();
  const crashes: object[] = [];
  const warn = (fields: object, message: string) => message === 'consumer crashed' && crashes.push(fields);
  const watched = await openLog(cluster.brokers, prefix, { log: { ...quietLog, warn } });
  t.after(() => watched.close());
  const first = await spawnMember(group, []);
  first.kill('SIGKILL');
  // It waits for the first member's session to end, and will be the leader that the next member waits for.
  const second = beginMember(group, []);
  await until('two members, one of them joining', async () => {
    const { groups } = await admin.describeGroups([`${prefix}${group}`]);
    return groups[0]?.members.length === 2 && groups[0].state === 'PreparingRebalance';
  });
  second.kill('SIGKILL');
  const startedAt = Date.now();
  const event = requested();
  await log.append([event]);
  const seen: string[] = [];
  watched.consume({
    group,
    topics: ['requests-bulk'],
    maxInFlight: 8,
    handle: async ({ event: { event_id } }) => void seen.push(event_id),
  });
  await until('the event handled', () => seen.includes(event.event_id), 90_000);
  const tookMs = Date.now() - startedAt;
  assert.deepEqual(crashes, []);
  assert.ok(tookMs < 2 * SESSION_MS + 5_000, `it took ${tookMs} ms`);
});

describe('a member with a name', () => {
  /** Appends enough events for all partitions. */
  const appendSome = () => log.append(Array.from({ length: 24 }, () => requested()));

  /**
   * Appends continuously until `signal` aborts. Returns the longest time for which the member that fills `seen` handled
   * nothing.
   */
  async function longestPauseMs(seen: readonly string[], signal: AbortSignal): Promise<number> {
    let longest = 0;
    for (let [length, since] = [seen.length, Date.now()]; !signal.aborted; ) {
      await appendSome();
      await sleep(50);
      longest = Math.max(longest, Date.now() - since);
      if (seen.length > length) [length, since] = [seen.length, Date.now()];
    }
    return longest;
  }

  /** Collects the group's states at the coordinator until `signal` aborts. */
  async function statesOf(group: string, states: Set<string>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { groups } = await admin.describeGroups([`${prefix}${group}`]);
      for (const { state } of groups) states.add(state);
      await sleep(50);
    }
  }

  test('that is killed and started again reads on at once, and its neighbour does not stop', async t => {
    const group = randomUUID();
    const [neighbour, before, after]: string[][] = [[], [], []];
    await spawnMember(group, neighbour!, 'neighbour');
    const victim = await spawnMember(group, before!, 'victim');
    await until('both to hold partitions', async () => {
      await appendSome();
      return neighbour!.length > 24 && before!.length > 24;
    });
    const states = new Set<string>();
    const ending = new AbortController();
    t.after(() => ending.abort());
    const paused = longestPauseMs(neighbour!, ending.signal);
    const watched = statesOf(group, states, ending.signal);
    await sleep(500);
    victim.kill('SIGKILL');
    beginMember(group, after!, 'victim');
    await until('it to join', () => after!.includes('joining'), 40_000);
    const joiningAt = Date.now();
    await until('its first record', () => after!.at(-1) !== 'joining' && after!.at(-1) !== 'ready');
    const tookMs = Date.now() - joiningAt;
    await sleep(1_000);
    ending.abort();
    const [pausedMs] = await Promise.all([paused, watched]);
    assert.deepEqual([...states], ['Stable'], 'nobody had to join again');
    assert.ok(tookMs < SESSION_MS / 2, `it read on after ${tookMs} ms`);
    assert.ok(pausedMs < SESSION_MS / 2, `its neighbour did nothing for ${pausedMs} ms`);
  });

  test('that stops leaves its group: the others have its partitions at once', async () => {
    const group = randomUUID();
    const [neighbour, stopped]: string[][] = [[], []];
    await spawnMember(group, neighbour!, 'neighbour');
    const child = await spawnMember(group, stopped!, 'stopped');
    child.kill('SIGTERM');
    await once(child, 'exit');
    const isAlone = async () => {
      const { groups } = await admin.describeGroups([`${prefix}${group}`]);
      return groups[0]?.members.length === 1 && groups[0].state === 'Stable';
    };
    await until('the neighbour to have all of it', isAlone, SESSION_MS / 2);
    const events = Array.from({ length: 48 }, () => requested());
    await log.append(events);
    await until('all of them handled', () => events.every(({ event_id }) => neighbour!.includes(event_id)));
  });

  test('that another process has as well ends, and says why', async () => {
    const group = randomUUID();
    const first: string[] = [];
    const child = await spawnMember(group, first, 'same');
    const ended = once(child, 'exit');
    await spawnMember(group, [], 'same');
    assert.deepEqual(await ended, [1, null]);
    assert.match(first.at(-1) ?? '', /another process is the member "same"/);
  });
});

test('a long extraction outlives a killed neighbour and its replacement, and nothing is lost', async () => {
  const group = randomUUID();
  const long = requested();
  const seen: string[] = [];
  const release = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const survivor = consume(group, async id => {
    if (id === long.event_id) {
      begun.resolve();
      await release.promise;
    }
    seen.push(id);
  });
  await survivor.ready;
  await log.append([long]);
  await begun.promise;
  const [first, second]: [string[], string[]] = [[], []];
  const victim = await spawnMember(group, first);
  const events = Array.from({ length: 60 }, () => requested());
  const append = async () => {
    for (const event of events) {
      await log.append([event]);
      await sleep(50);
    }
  };
  const appended = append();
  await sleep(500);
  victim.kill('SIGKILL');
  await spawnMember(group, second);
  await appended;
  const all = () => new Set([...seen, ...first, ...second]);
  await until(
    'every event handled by somebody',
    () => events.every(event => all().has(event.event_id)),
    40_000,
  );
  assert.ok(!seen.includes(long.event_id), 'the long one is still running');
  release.resolve();
  await until('the long one at its end', () => seen.includes(long.event_id));
  await until('nothing left', async () => (await survivor.lag()).records === 0);
});

test('a consumer keeps its place in the group while every handler is busy for longer than its session', async () => {
  const group = randomUUID();
  const handled = new Map<string, number>();
  const events = Array.from({ length: 8 }, () => requested());
  const consumer = consume(group, async id => {
    if (events.some(event => event.event_id === id)) await sleep(SESSION_MS + 4_000);
    handled.set(id, (handled.get(id) ?? 0) + 1);
  });
  await consumer.ready;
  await log.append(events);
  await until('all of them handled', () => events.every(event => handled.has(event.event_id)), 40_000);
  assert.deepEqual(new Set(events.map(event => handled.get(event.event_id))), new Set([1]));
});

test('what a member had not finished is begun again when its coordinator no longer knows it, at whatever moment it is told', async t => {
  const { fetch } = consumerGroup;
  t.after(() => {
    consumerGroup.fetch = fetch;
  });
  const group = randomUUID();
  const event = requested();
  let begun = 0;
  const consumer = consume(group, id =>
    id === event.event_id && ++begun === 1 ? new Promise(() => {}) : Promise.resolve(),
  );
  await consumer.ready;
  await log.append([event]);
  await until('it to be begun', () => begun === 1);
  // The consumer joins again as the same member, and is refused before its first fetch.
  const answers = ['REBALANCE_IN_PROGRESS', 'UNKNOWN_MEMBER_ID'];
  consumerGroup.fetch = async function (nodeId) {
    const type = this.groupId.endsWith(group) ? answers.shift() : undefined;
    if (type !== undefined) throw Object.assign(new Error(type), { type });
    return fetch.call(this, nodeId);
  };
  await until('it to be begun again', () => begun === 2, 3 * SESSION_MS);
});
