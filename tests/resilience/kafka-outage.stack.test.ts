/** The only broker is killed for longer than kafkajs retries a call: its consumers crash and begin again as the same members. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer } from '../../platform/event-log/event-log.ts';
import type { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { openLog, requested } from './kafka-traffic.ts';

/** kafkajs gives a connection up after about 9 s. */
const AWAY_MS = 12_000;
const PATIENCE_MS = 60_000;
const HANDLED_MS = 60_000;
/** A join that is waited for, a connection that is given up, and a slow machine. */
const ENDED_MS = 60_000;

const PATIENT = { patienceMs: PATIENCE_MS };
const handled: string[] = [];
const held = Promise.withResolvers<void>();
let heldId = '';
let cluster: KafkaCluster;
let log: KafkaEventLog;
let consumer: Consumer;

before(async () => {
  cluster = await KafkaCluster.start(1);
  log = await openLog(cluster.brokers, 'outage.');
  consumer = log.consume({
    group: 'outage',
    topics: ['requests-bulk'],
    maxInFlight: 8,
    handle: async ({ event }) => {
      handled.push(event.event_id);
      if (event.event_id === heldId) await held.promise;
    },
  });
  await consumer.ready;
});
after(async () => {
  await log.close();
  await cluster.destroy();
});

test('what was under way when the broker went is not begun again by the same consumer when it is back', async () => {
  const slow = requested();
  heldId = slow.event_id;
  await log.append([slow]);
  await until('it is under way', () => handled.includes(heldId));
  await cluster.kill(0);
  await sleep(AWAY_MS);
  await cluster.restart(0);
  const later = Array.from({ length: 20 }, () => requested());
  await Promise.all(later.map(event => log.append([event], PATIENT)));
  held.resolve();
  await until(
    'every later event',
    () => later.every(({ event_id }) => handled.includes(event_id)),
    HANDLED_MS,
  );
  assert.equal(handled.filter(id => id === heldId).length, 1);
});

test('a process that closes its log while the broker is away for good comes to its end', async t => {
  const script = join(import.meta.dirname, 'kafka-member.ts');
  const member = spawn(process.execPath, [script, cluster.brokers.join(','), 'outage.', 'ending'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => member.kill('SIGKILL'));
  const ended = once(member, 'exit');
  let said = '';
  member.stdout.on('data', chunk => {
    said += chunk;
  });
  await until('it to have joined', () => said.includes('ready'));
  await cluster.kill(0);
  await sleep(AWAY_MS);
  member.kill('SIGTERM');
  assert.deepEqual(await Promise.race([ended, sleep(ENDED_MS, 'still there', { ref: false })]), [0, null]);
});
