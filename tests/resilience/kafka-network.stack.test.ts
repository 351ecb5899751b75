/** Cuts and silence in the network to the brokers while consumers read, stop and join. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer } from '../../platform/event-log/event-log.ts';
import type { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import type { ExtractRequested } from '../../schemas/events.ts';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { openLog, requested } from './kafka-traffic.ts';
import { Relay } from './soak/relay.ts';

/** kafkajs looks for its coordinator for about this long before it gives the consumer up. */
const SILENCE_MS = 27_000;
const CUTS = 20;
const LONGEST_CUT_PAUSE_MS = 300;
/** First the sessions of members that could not leave must end, in the worst case one after the other. */
const HANDLED_MS = 90_000;
const PATIENCE_MS = 60_000;
/** The last commit, a join under way and the leave, each with its own limit. */
const STOPPED_MS = 15_000;

const relay = new Relay();
const seen = new Set<string>();
const failures: unknown[] = [];
let cluster: KafkaCluster;
let log: KafkaEventLog;
let consumers: Consumer[] = [];

before(async () => {
  cluster = await KafkaCluster.start(1, {
    listen: async brokerPort => {
      relay.target = brokerPort;
      return relay.listen('');
    },
  });
  log = await openLog(cluster.brokers, 'network.');
  consumers = [consume(), consume(), consume()];
  await Promise.all(consumers.map(({ ready }) => ready));
});
after(async () => {
  relay.heal();
  await log.close();
  await cluster.destroy();
  relay.close();
});

function consume(): Consumer {
  const consumer = log.consume({
    group: 'network',
    topics: ['requests-bulk'],
    maxInFlight: 8,
    handle: async ({ event }) => void seen.add(event.event_id),
  });
  consumer.closed.catch(error => failures.push(error));
  return consumer;
}

async function appended(): Promise<ExtractRequested[]> {
  const events = Array.from({ length: 20 }, () => requested());
  await Promise.all(events.map(event => log.append([event], { patienceMs: PATIENCE_MS })));
  return events;
}

async function handled(events: ExtractRequested[]): Promise<void> {
  await until('every event handled', () => events.every(({ event_id }) => seen.has(event_id)), HANDLED_MS);
  assert.deepEqual(failures, []);
}

test('a network that swallows everything for longer than kafkajs is patient ends no consumer', async () => {
  relay.hush();
  await sleep(SILENCE_MS);
  relay.heal();
  await handled(await appended());
});

test('requests that arrive and are never answered end no consumer either', async () => {
  relay.hush('answers');
  await sleep(SILENCE_MS);
  relay.heal();
  await handled(await appended());
});

test('consumers can be stopped and started while connections are cut again and again', async () => {
  for (let cut = 0; cut < CUTS; cut++) {
    relay.cut();
    await sleep(Math.random() * LONGEST_CUT_PAUSE_MS);
    if (cut % 10 !== 0) continue;
    await consumers.shift()?.stop(0);
    consumers.push(consume());
  }
  await handled(await appended());
});

test('consumers stop within seconds where the network swallows everything', async () => {
  await handled(await appended());
  // The handled events have not been committed yet.
  relay.hush();
  const begunAt = Date.now();
  await Promise.all(consumers.splice(0).map(consumer => consumer.stop(0)));
  const tookMs = Date.now() - begunAt;
  relay.heal();
  assert.ok(tookMs < STOPPED_MS, `the stop took ${tookMs} ms`);
});
