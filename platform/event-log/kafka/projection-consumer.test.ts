import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

/** Folds two events, then loses sight of the broker. */
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
