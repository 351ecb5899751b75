import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer } from '../../platform/event-log/event-log.ts';
import type { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { openLog, requested } from './kafka-traffic.ts';

/** As in production: the first join of an empty group takes this long. */
const REBALANCE_DELAY_MS = 3_000;
/** A dead member's partitions wait for the end of its session: 10 s. */
const SESSION_MS = 10_000;

let cluster: KafkaCluster;
let log: KafkaEventLog;
const prefix = 'groups.';
const running: Consumer[] = [];
const children: ChildProcess[] = [];

before(async () => {
  cluster = await KafkaCluster.start(1, { rebalanceDelayMs: REBALANCE_DELAY_MS });
  log = await openLog(cluster.brokers, prefix);
});
after(async () => {
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

/** A member in a process of its own; `seen` gets what it handled. */
async function spawnMember(group: string, seen: string[]): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'kafka-member.ts');
  const args = [script, cluster.brokers.join(','), prefix, group];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  child.stdout.setEncoding('utf8').on('data', (text: string) => seen.push(...text.trim().split('\n')));
  await until('a member that has joined', () => seen.includes('ready'), 40_000);
  return child;
}

test('a consumer that is stopped while it joins leaves no ghost behind: the next one works at once', async () => {
  const group = randomUUID();
  const first = consume(group, async () => undefined);
  await sleep(500);
  await first.stop(0);
  const event = requested();
  await log.append([event]);
  const seen: string[] = [];
  const startedAt = Date.now();
  consume(group, async id => void seen.push(id));
  await until('the first record', () => seen.includes(event.event_id));
  const tookMs = Date.now() - startedAt;
  assert.ok(tookMs < SESSION_MS - 1_000, `the next member waited ${tookMs} ms`);
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
