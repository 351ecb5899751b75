import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ViewStoreUnavailable } from '../../view-store/view-store.ts';
import type { RecordedEvent } from '../event-log.ts';
import { Broker, contextOf, idOf, TOPIC } from './broker.test-support.ts';
import { KafkaProjectionConsumer } from './projection-consumer.ts';

async function projection() {
  const broker = new Broker();
  const applied: string[] = [];
  const consumer = new KafkaProjectionConsumer(contextOf(broker), {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [{ topic: TOPIC, partition: 0, next: applied.length }],
    apply: async (records: RecordedEvent[]) => void applied.push(...records.map(idOf)),
  });
  await consumer.ready;
  return { broker, applied, consumer };
}

/** A projection that has folded two events and whose last fetch the broker left unanswered. */
async function interrupted() {
  const made = await projection();
  made.broker.log = ['a', 'b'];
  await made.broker.answer();
  made.broker.leaveUnanswered();
  return made;
}

describe('a projection that lives on while its broker goes away', () => {
  test('reads on behind what it has folded, once', async () => {
    const { broker, applied, consumer } = await interrupted();
    broker.log = ['a', 'b', 'c'];
    await broker.answer();
    broker.log.push('d');
    await broker.answer();
    await consumer.stop(100);
    assert.deepEqual(applied, ['a', 'b', 'c', 'd']);
  });

  test('ends where the broker comes back with a log that was cut and has grown again', async () => {
    const { broker, applied, consumer } = await interrupted();
    broker.log = ['a', 'x', 'y'];
    await broker.answer();
    await assert.rejects(
      consumer.closed,
      /the event at 1 of outcomes\/0 is not the one that was folded.*run rebuild/,
    );
    assert.deepEqual(applied, ['a', 'b']);
  });

  test('ends where the broker comes back with a shorter log', async () => {
    const { broker, applied, consumer } = await projection();
    broker.log = ['a', 'b', 'c'];
    await broker.answer();
    broker.leaveUnanswered();
    broker.log = ['x'];
    await broker.answer();
    await assert.rejects(consumer.closed, /outcomes\/0 ends before 2, which was folded.*run rebuild/);
    assert.deepEqual(applied, ['a', 'b', 'c']);
  });
});

const CHECK_INTERVAL_MS = 1_000;

/** A projection that has folded three events into a store that a test can lose and restore. */
async function stored(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const broker = new Broker();
  broker.log = ['a', 'b', 'c'];
  const store = { next: 0, isWhole: true };
  const consumer = new KafkaProjectionConsumer(contextOf(broker), {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [{ topic: TOPIC, partition: 0, next: store.next }],
    apply: async (_, { next }) => {
      store.next = Math.max(store.next, next);
    },
    onLost: async () => {
      store.isWhole = false;
    },
  });
  t.after(() => consumer.stop(100));
  await consumer.ready;
  const readOn = async () => {
    await broker.answer();
    await setImmediate();
  };
  await readOn();
  assert.deepEqual(store, { next: 3, isWhole: true });
  const look = async () => {
    t.mock.timers.tick(CHECK_INTERVAL_MS);
    await setImmediate();
  };
  return { store, look, readOn };
}

describe('a projection whose store is lost beneath it', () => {
  test('says that it is behind, and reads up again from where the store stands', async t => {
    const { store, look, readOn } = await stored(t);
    Object.assign(store, { next: 0, isWhole: true });
    await look();
    assert.deepEqual(store, { next: 0, isWhole: false });
    await readOn();
    assert.equal(store.next, 3);
  });

  test('says so again where an older copy, which was whole, is put in the place of the lost one', async t => {
    const { store, look, readOn } = await stored(t);
    Object.assign(store, { next: 0, isWhole: false });
    await look();
    Object.assign(store, { next: 2, isWhole: true });
    await look();
    assert.deepEqual(store, { next: 2, isWhole: false });
    await readOn();
    assert.equal(store.next, 3);
  });

  test('leaves it alone once it has read up', async t => {
    const { store, look, readOn } = await stored(t);
    Object.assign(store, { next: 0, isWhole: false });
    await look();
    await readOn();
    store.isWhole = true;
    await look();
    assert.deepEqual(store, { next: 3, isWhole: true });
  });
});

test('a projection whose store is slow is given no more than it can hold, and goes on when it has caught up', async () => {
  const broker = new Broker();
  broker.log = Array.from({ length: 2_000 }, (_, at) => `${at}`);
  const slow = Promise.withResolvers<void>();
  const applied: string[] = [];
  const consumer = new KafkaProjectionConsumer(contextOf(broker), {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [{ topic: TOPIC, partition: 0, next: applied.length }],
    apply: async (records: RecordedEvent[]) => {
      await slow.promise;
      applied.push(...records.map(idOf));
    },
  });
  await consumer.ready;
  await broker.answer();
  broker.log.push('beyond');
  await broker.answer();
  slow.resolve();
  while (applied.length < 2_000) await setImmediate();
  await setImmediate();
  assert.equal(applied.length, 2_000, 'it was not given the next before');
  await broker.answer();
  assert.equal(applied.at(-1), 'beyond');
  await consumer.stop(100);
});

test('a projection whose store is away while it steps over a beginning that has expired waits for it', async () => {
  const broker = new Broker();
  broker.log = ['expired', 'expired', 'c'];
  broker.low = 2;
  const steps: { ids: string[]; next: number }[] = [];
  let refusals = 2;
  const consumer = new KafkaProjectionConsumer(contextOf(broker), {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [],
    apply: async (records: RecordedEvent[], { next }) => {
      if (refusals-- > 0) throw new ViewStoreUnavailable('away');
      steps.push({ ids: records.map(idOf), next });
    },
  });
  await consumer.ready;
  assert.deepEqual(steps, [{ ids: [], next: 2 }]);
  await broker.answer();
  await setImmediate();
  assert.deepEqual(steps.at(-1), { ids: ['c'], next: 3 });
  await consumer.stop(100);
});

test('a projection that stands outside of its log ends, and says so', async () => {
  const consumer = new KafkaProjectionConsumer(contextOf(new Broker()), {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [{ topic: TOPIC, partition: 0, next: 7 }],
    apply: async () => assert.fail('applied'),
  });
  await assert.rejects(consumer.ready, /position 7 of outcomes\/0 is outside the log.*run rebuild/);
});
