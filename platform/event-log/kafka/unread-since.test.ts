import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer } from '../event-log.ts';
import { Broker, contextOf, TOPIC } from './broker.test-support.ts';
import { KafkaFollower } from './follower.ts';
import { KafkaGroupConsumer } from './group-consumer.ts';
import { KafkaProjectionConsumer } from './projection-consumer.ts';
import { UnreadSince } from './unread-since.ts';

const READERS: Record<string, (broker: Broker) => Consumer> = {
  'a group': broker =>
    new KafkaGroupConsumer(contextOf(broker), {
      group: 'group',
      topics: [TOPIC],
      maxInFlight: 1,
      handle: async () => undefined,
    }),
  'a projection': broker =>
    new KafkaProjectionConsumer(contextOf(broker), {
      name: 'views',
      topics: [TOPIC],
      positions: async () => [{ topic: TOPIC, partition: 0, next: 0 }],
      apply: async () => undefined,
    }),
  'a follower': broker =>
    new KafkaFollower(contextOf(broker), { name: 'keys', topics: [TOPIC], onRecords: () => undefined }),
};

for (const [reader, start] of Object.entries(READERS)) {
  test(`what ${reader} is not given to read waits, for as long as that is known`, async () => {
    const broker = new Broker();
    const consumer = start(broker);
    await consumer.ready;
    broker.log = ['a', 'b'];
    assert.deepEqual(await consumer.lag(), { records: 2, oldestMs: 0 });
    await sleep(50);
    const { records, oldestMs } = await consumer.lag();
    assert.equal(records, 2);
    assert.ok(oldestMs >= 49, `${oldestMs} ms`);
    await consumer.stop(100);
  });
}

test('records that were deleted before a group had read them wait for nobody', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b', 'c', 'd'];
  broker.committed = 1;
  broker.low = 3;
  const consumer = READERS['a group']?.(broker);
  await consumer?.ready;
  assert.equal((await consumer?.lag())?.records, 1);
  await consumer?.stop(100);
});

test('the time of what is unread ends when it is read, and that of newer records begins', () => {
  const unread = new UnreadSince();
  assert.equal(unread.waitedMs('outcomes/0', 3, 5, 1_000), 0);
  assert.equal(unread.waitedMs('outcomes/0', 4, 9, 3_000), 2_000);
  assert.equal(unread.waitedMs('outcomes/0', 5, 9, 4_000), 0);
  assert.equal(unread.waitedMs('outcomes/0', 5, 9, 5_000), 1_000);
  assert.equal(unread.waitedMs('outcomes/0', 9, 9, 6_000), 0);
  assert.equal(unread.waitedMs('outcomes/0', 9, 9, 7_000), 0);
});

test('a log that was made anew waits for nobody who has read it to its end', () => {
  const unread = new UnreadSince();
  unread.waitedMs('outcomes/0', 3, 9, 1_000);
  assert.equal(unread.waitedMs('outcomes/0', 2, 2, 2_000), 0);
});
