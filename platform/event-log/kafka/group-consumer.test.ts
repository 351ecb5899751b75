import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { until } from '../../../tests/support/waiting.ts';
import { EventDecodeError } from '../codec.ts';
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

/** A consumer of one partition. `waiting` holds, by record id, the functions that end the handlers. */
async function groupOf(broker: Broker, context = contextOf(broker)) {
  const waiting = new Map<string, () => void>();
  const consumer = new KafkaGroupConsumer(context, {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 10,
    handle: record => new Promise<void>(resolve => waiting.set(idOf(record), resolve)),
  });
  await consumer.ready;
  const begun = (count: number) =>
    until('records to be begun', async () => {
      await broker.answer();
      return waiting.size === count;
    });
  return { consumer, waiting, begun };
}

test('what is done below the first record that is not is committed, however long that one takes', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b', 'c'];
  const { consumer, waiting, begun } = await groupOf(broker);
  await begun(3);
  for (const id of ['a', 'c']) waiting.get(id)?.();
  await until('the first to be committed', () => broker.committed === 1);
  await consumer.stop(0);
  assert.equal(broker.committed, 1);
});

test('a record that is no event, behind one that is handled, is committed with it', async () => {
  const broker = new Broker();
  broker.log = ['a', 'poison'];
  const context = contextOf(broker);
  const { decode } = context.codec;
  context.codec.decode = value => {
    if (value.toString() === 'poison') throw new EventDecodeError('framing', 'no event');
    return decode(value);
  };
  const { consumer, waiting, begun } = await groupOf(broker, context);
  await begun(1);
  waiting.get('a')?.();
  await until('both to be committed', () => broker.committed === 2);
  await consumer.stop(0);
});

test('a stop waits for what is under way, and commits what ends within its time', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b'];
  const { consumer, waiting, begun } = await groupOf(broker);
  await begun(2);
  const stopped = consumer.stop(5_000);
  await turn();
  for (const end of waiting.values()) end();
  await stopped;
  assert.equal(broker.committed, 2);
});

const STALL_LIMIT_MS = 20;

/** A consumer with a short stall limit. `end.error` is set when the consumer closes with an error. */
async function watched(broker: Broker, handle: () => Promise<void>) {
  const consumer = new KafkaGroupConsumer(
    { ...contextOf(broker), stallLimitMs: STALL_LIMIT_MS },
    { group: 'group', topics: [TOPIC], maxInFlight: 1, handle },
  );
  const end: { error?: Error } = {};
  consumer.closed.catch(error => {
    end.error = error;
  });
  await consumer.ready;
  return { consumer, end };
}

test('a group that has nothing in hand and reads nothing although it lags ends its process, and no sooner', async () => {
  const broker = new Broker();
  const { end } = await watched(broker, async () => undefined);
  await sleep(4 * STALL_LIMIT_MS);
  assert.equal(end.error, undefined, 'there was nothing to read');
  broker.log.push('a');
  await until('it to end', () => end.error !== undefined);
  assert.match(String(end.error), /group group has read nothing for \d+ ms although it lags/);
});

test('a group that is at a record is not taken for one that hangs, however long that takes, nor is one that reads', async () => {
  const broker = new Broker();
  const held = Promise.withResolvers<void>();
  const { consumer, end } = await watched(broker, () => held.promise);
  broker.log.push('a', 'b');
  await broker.answer();
  await sleep(4 * STALL_LIMIT_MS);
  assert.equal(end.error, undefined);
  held.resolve();
  for (let step = 0; step < 20; step++) {
    broker.log.push(`${step}`);
    await broker.answer();
    await sleep(STALL_LIMIT_MS / 4);
  }
  assert.equal(end.error, undefined);
  await consumer.stop(1_000);
});
