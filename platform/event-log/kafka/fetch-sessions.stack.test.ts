import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { stackSettings } from '../../../stack/settings.ts';
import { ClientFactory, FINITE_RETRY } from './client.ts';
import { FetchSession, type SessionAnswer, sendFetch } from './fetch-sessions.ts';
import { quietLog } from './quiet-log.ts';
import type { FetchOptions } from './request-encoding.ts';
import type { FetchResponse } from './response-decoding.ts';

const brokers = stackSettings().KAFKA_BROKERS!.split(',');
const PARTITIONS = 3;
const LED_WITHIN_MS = 10_000;
/** Error code of Kafka's protocol; https://kafka.apache.org/protocol#protocol_error_codes */
const SESSION_NOT_FOUND = 70;

const require = createRequire(import.meta.url);
const BrokerOfKafkajs = require('kafkajs/src/broker/index.js');
const ConnectionPool = require('kafkajs/src/network/connectionPool.js');
const socketFactory = require('kafkajs/src/network/socketFactory.js')();
const logger = { namespace: () => logger, debug() {}, info() {}, warn() {}, error() {} };

/** Waits until a new topic's partitions have leaders: the brokers learn of them later than their controller. */
async function untilLed(admin: Admin, topic: string): Promise<void> {
  for (const end = performance.now() + LED_WITHIN_MS; ; await sleep(20)) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** A new topic, and a session with the broker that has it. */
async function opened(t: TestContext) {
  const topic = `test-${randomUUID()}`;
  const kafka = new ClientFactory({ brokers, clientId: 'test', log: quietLog }).create();
  const [admin, producer] = [kafka.admin({ retry: FINITE_RETRY }), kafka.producer()];
  t.after(() => Promise.all([admin.disconnect(), producer.disconnect()]));
  await Promise.all([admin.connect(), producer.connect()]);
  await admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS }], waitForLeaders: true });
  await untilLed(admin, topic);
  const [host, port] = brokers[0]!.split(':');
  const connectionPool = new ConnectionPool({
    host,
    port: Number(port),
    clientId: 'test',
    logger,
    socketFactory,
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
  });
  const broker = new BrokerOfKafkajs({ connectionPool, logger, nodeId: 1 });
  t.after(() => broker.disconnect());
  await broker.connect();
  const session = new FetchSession();
  const sent: FetchOptions[] = [];
  /**
   * Fetches from the offsets, one per partition (undefined: paused). `change` alters the request that is sent. Resolves
   * to the error code, the values by partition, and how many topics the request named.
   */
  const fetch = async (
    offsets: (number | undefined)[],
    change: (asked: FetchOptions) => FetchOptions = asked => asked,
  ) => {
    const partitions = offsets.flatMap((offset, partition) =>
      offset === undefined ? [] : [{ partition, fetchOffset: String(offset), maxBytes: 65_536 }],
    );
    const usual = { maxWaitTime: 100, minBytes: 1, maxBytes: 1_048_576, topics: [{ topic, partitions }] };
    const answer = await session.ask(usual, asked => {
      sent.push(change(asked));
      return sendFetch(broker, change(asked)) as Promise<SessionAnswer>;
    });
    const { responses, errorCode } = answer as FetchResponse;
    const told = responses.flatMap(({ partitions: all }) =>
      all.map(each => [each.partition, each.messages.map(({ value }) => String(value)).join()] as const),
    );
    return { errorCode, told: Object.fromEntries(told), named: sent.at(-1)?.topics.length };
  };
  const append = (partition: number, value: string) =>
    producer.send({ topic, acks: -1, messages: [{ partition, value }] });
  return { fetch, append, sent };
}

test('in a session a broker tells of what has something new, wherever it is asked to read from', async t => {
  const { fetch, append } = await opened(t);
  await append(1, 'first');
  assert.deepEqual((await fetch([0, 0, 0])).told, { 0: '', 1: 'first', 2: '' });
  assert.deepEqual(await fetch([0, 1, 0]), { errorCode: 0, told: {}, named: 1 });
  await append(2, 'second');
  assert.deepEqual(await fetch([0, 1, 0]), { errorCode: 0, told: { 2: 'second' }, named: 0 });
  // Data that is asked for again is sent again.
  assert.deepEqual((await fetch([0, 1, 0])).told, { 2: 'second' });
  assert.deepEqual((await fetch([0, 0, 1])).told, { 1: 'first' });
});

test('in a session a broker tells nothing of what is paused, and all of it afterwards', async t => {
  const { fetch, append } = await opened(t);
  await fetch([0, 0, 0]);
  await append(0, 'of the one that is read');
  await append(1, 'of the paused one');
  assert.deepEqual((await fetch([0, undefined, 0])).told, { 0: 'of the one that is read' });
  assert.deepEqual((await fetch([1, undefined, 0])).told, {});
  assert.deepEqual((await fetch([1, 0, 0])).told, { 1: 'of the paused one' });
});

test('where a broker has given a session away, or has counted otherwise, nothing is lost or told twice', async t => {
  const { fetch, append, sent } = await opened(t);
  await append(0, 'first');
  await fetch([0, 0, 0]);
  await append(1, 'second');
  const lost = await fetch([1, 0, 0], asked => ({ ...asked, sessionId: asked.sessionId! ^ 1 }));
  assert.deepEqual(lost, { errorCode: SESSION_NOT_FOUND, told: {}, named: 1 });
  assert.deepEqual((await fetch([1, 0, 0])).told, { 0: '', 1: 'second', 2: '' });
  const ahead = await fetch([1, 1, 0], asked => ({ ...asked, sessionEpoch: asked.sessionEpoch! + 5 }));
  assert.deepEqual([ahead.errorCode, ahead.told], [SESSION_NOT_FOUND + 1, {}]);
  assert.deepEqual((await fetch([1, 1, 0])).told, { 0: '', 1: '', 2: '' });
  assert.deepEqual(
    sent.map(({ sessionEpoch }) => sessionEpoch),
    [0, 1, 0, 6, 0],
  );
});
