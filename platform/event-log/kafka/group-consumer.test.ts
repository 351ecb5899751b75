import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '../../../tests/support/waiting.ts';
import { LogUnavailable } from '../event-log.ts';
import { Broker, contextOf, idOf, TOPIC } from './broker.test-support.ts';
import { KafkaGroupConsumer } from './group-consumer.ts';
import { quietLog } from './quiet-log.ts';

test('a stop commits what is done, also where its coordinator is just moving', async () => {
  let refusals = 0;
  class Moving extends Broker {
    override readonly commitOffsets = async ([position]: { offset: string }[]) => {
      if (++refusals < 3) throw new Error('not the coordinator');
      this.committed = Number(position?.offset);
    };
  }
  const broker = new Moving();
  broker.log = ['a', 'b'];
  let handled = 0;
  const consumer = new KafkaGroupConsumer(contextOf(broker), {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 1,
    handle: async () => void handled++,
  });
  await consumer.ready;
  await until('both to be handled', async () => {
    await broker.answer();
    return handled === 2;
  });
  await consumer.stop(1_000);
  assert.equal(broker.committed, 2);
});

test('what waits for a server is said, once a minute, with the reason of whoever met it first', async () => {
  const broker = new Broker();
  broker.log = ['a'];
  const said: object[] = [];
  const log = { ...quietLog, warn: (fields: object) => void said.push(fields) };
  let attempts = 0;
  const consumer = new KafkaGroupConsumer(
    { ...contextOf(broker), log },
    {
      group: 'group',
      topics: [TOPIC],
      maxInFlight: 1,
      handle: async () => {
        attempts++;
        if (attempts < 3) throw new LogUnavailable('no answer', { cause: new Error('the disk is full') });
      },
    },
  );
  await consumer.ready;
  await until('it to be handled', async () => {
    await broker.answer();
    return attempts === 3;
  });
  await consumer.stop(1_000);
  assert.deepEqual(said, [{ group: 'group', reason: 'the disk is full' }]);
});

test('a partition is read no further while as many of its records as may be stand behind one that is not done', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b', 'c'];
  const held = Promise.withResolvers<void>();
  const handled: string[] = [];
  const consumer = new KafkaGroupConsumer(contextOf(broker), {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 10,
    maxUnfinished: 3,
    handle: async record => {
      handled.push(idOf(record));
      if (idOf(record) === 'a') await held.promise;
    },
  });
  await consumer.ready;
  await until('what is there to be handled', async () => {
    await broker.answer();
    return handled.length === 3;
  });
  broker.log.push('d');
  await broker.answer();
  assert.deepEqual(handled, ['a', 'b', 'c']);
  held.resolve();
  await until('the next to be handled', async () => {
    await broker.answer();
    return handled.length === 4;
  });
  await consumer.stop(1_000);
});

test('a stop is over when its member has left the group, not before: nobody else would have its partitions until then', async () => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  class Slow extends Broker {
    override readonly disconnect = async () => {
      asked.resolve();
      await left.promise;
      return undefined;
    };
  }
  const consumer = new KafkaGroupConsumer(contextOf(new Slow()), {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 1,
    handle: async () => undefined,
  });
  await consumer.ready;
  let isOver = false;
  const stopped = consumer.stop(1_000).then(() => {
    isOver = true;
  });
  await asked.promise;
  await turn();
  assert.equal(isOver, false);
  left.resolve();
  await stopped;
});
