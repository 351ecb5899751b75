/** Tests where readers of Kafka continue, whatever kafkajs hands over. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '../../../tests/support/waiting.ts';
import { EventDecodeError } from '../codec.ts';
import type { RecordedEvent } from '../event-log.ts';
import { Broker, contextOf, idOf, TOPIC } from './broker.test-support.ts';
import { KafkaFollower } from './follower.ts';
import { KafkaGroupConsumer } from './group-consumer.ts';
import { KafkaProjectionConsumer } from './projection-consumer.ts';
import { quietLog } from './quiet-log.ts';
import { Replay } from './replay.ts';

/** Answers fetches until `read` says so: where a reader is sent is known only a moment after its join. */
async function answeredUntil(broker: Broker, read: () => boolean): Promise<void> {
  await until('the records to be read', async () => {
    await broker.answer();
    return read();
  });
}

/** A follower that is ready, and the ids of the events it has seen. */
async function following(broker: Broker) {
  const seen: string[] = [];
  const follower = new KafkaFollower(contextOf(broker), {
    name: 'follower',
    topics: [TOPIC],
    onRecords: records => seen.push(...records.map(idOf)),
  });
  await follower.ready;
  return { seen, follower };
}

/** Reads a history from its beginning to its end. Returns the ids read so far, and a promise that resolves at the end. */
async function replaying(broker: Broker) {
  const read: string[] = [];
  const joined = new Promise<void>(resolve => broker.on('join', () => resolve()));
  const over = (async () => {
    for await (const { records } of new Replay(contextOf(broker), [TOPIC]).batches({}))
      read.push(...records.map(idOf));
  })();
  await joined;
  return { read, over };
}

describe('a fetch that was asked for before the consumer was sent back', () => {
  test('costs a group nothing that its last member had begun and not finished', async () => {
    const broker = new Broker();
    broker.log = ['a', 'b', 'c'];
    const begun: string[] = [];
    const consumer = new KafkaGroupConsumer(contextOf(broker), {
      group: 'group',
      topics: [TOPIC],
      maxInFlight: 8,
      // No record is ever finished.
      handle: record => new Promise(() => begun.push(idOf(record))),
    });
    await consumer.ready;
    await answeredUntil(broker, () => begun.length === 3);
    broker.log.push('d');
    // The coordinator has forgotten the member.
    broker.join('member 2');
    await broker.answer(3);
    await answeredUntil(broker, () => begun.length === 7);
    assert.deepEqual(begun, ['a', 'b', 'c', 'a', 'b', 'c', 'd']);
    await consumer.stop(0);
  });

  test('is no part of a projection that is behind it', async () => {
    const broker = new Broker();
    broker.log = ['a', 'b', 'c'];
    let applied: string[] = [];
    const consumer = new KafkaProjectionConsumer(contextOf(broker), {
      name: 'views',
      topics: [TOPIC],
      positions: async () => [{ topic: TOPIC, partition: 0, next: applied.length }],
      apply: async records => void applied.push(...records.map(idOf)),
    });
    await consumer.ready;
    await answeredUntil(broker, () => applied.length === 3);
    // The store has lost its content, which is read again from the beginning.
    applied = [];
    broker.log.push('d');
    broker.join('member 2');
    await turn();
    await broker.answer(3);
    await answeredUntil(broker, () => applied.length === 4);
    assert.deepEqual(applied, ['a', 'b', 'c', 'd']);
    await consumer.stop(0);
  });

  test('does not make a follower step over what lies before it', async () => {
    const broker = new Broker();
    const { seen, follower } = await following(broker);
    broker.log = ['a', 'b', 'c'];
    await broker.answer(2);
    await broker.answer();
    assert.deepEqual(seen, ['a', 'b', 'c']);
    broker.log.push('d');
    broker.join('member 2');
    await broker.answer();
    assert.deepEqual(seen, ['a', 'b', 'c', 'd'], 'nor show it anything twice');
    await broker.answer(0);
    assert.deepEqual(seen, ['a', 'b', 'c', 'd'], 'though it is handed over again');
    await follower.stop();
  });

  test('does not keep a follower waiting for what was deleted before it had read it', async () => {
    const broker = new Broker();
    const { seen, follower } = await following(broker);
    broker.log = ['a', 'b', 'c'];
    broker.low = 2;
    await broker.answer(2);
    await turn();
    await broker.answer();
    assert.deepEqual(seen, ['c']);
    await follower.stop();
  });

  test('does not keep a history that is read to its end waiting for what was deleted before it was read', async () => {
    const broker = new Broker();
    broker.log = ['a', 'b', 'c'];
    const { read, over } = await replaying(broker);
    broker.low = 2;
    await broker.answer(2);
    await answeredUntil(broker, () => read.length > 0);
    await over;
    assert.deepEqual(read, ['c']);
  });

  test('leaves no gap in a history that is read to its end', async () => {
    const broker = new Broker();
    broker.log = ['a', 'b', 'c'];
    const { read, over } = await replaying(broker);
    await broker.answer(2);
    await answeredUntil(broker, () => read.length > 0);
    await over;
    assert.deepEqual(read, ['a', 'b', 'c']);
  });
});

test('a follower is sent to where it begins, and reads nothing of the years before', async () => {
  const broker = new Broker();
  broker.log = ['old', 'older'];
  const context = contextOf(broker);
  const { decode } = context.codec;
  let decoded = 0;
  context.codec.decode = value => {
    decoded++;
    return decode(value);
  };
  const seen: string[] = [];
  const onRecords = (records: readonly RecordedEvent[]) => seen.push(...records.map(idOf));
  const follower = new KafkaFollower(context, { name: 'follower', topics: [TOPIC], onRecords });
  await follower.ready;
  broker.log.push('new');
  await broker.answer();
  assert.deepEqual([seen, decoded], [['new'], 1]);
  await follower.stop();
});

test('a follower ends with a record of a newer version, and shows nothing of it or behind it', async () => {
  const broker = new Broker();
  const context = contextOf(broker);
  const { decode } = context.codec;
  context.codec.decode = value => {
    if (value.toString() === 'newer') throw new EventDecodeError('schema', 'written by a newer version');
    return decode(value);
  };
  const seen: string[] = [];
  const onRecords = (records: readonly RecordedEvent[]) => seen.push(...records.map(idOf));
  const follower = new KafkaFollower(context, { name: 'follower', topics: [TOPIC], onRecords });
  await follower.ready;
  broker.log = ['a'];
  await broker.answer();
  broker.log.push('newer');
  await broker.answer();
  await assert.rejects(follower.closed, /written by a newer version/);
  broker.log = ['a', 'b'];
  await broker.answer(1);
  assert.deepEqual(seen, ['a']);
});

test('a group that stands behind the end of its log reads all of it, once that is no leader’s late word', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b', 'c'];
  broker.committed = 7;
  let looks = 0;
  const context = contextOf(broker);
  const { bounds } = context.admin;
  context.admin.bounds = topic => {
    looks++;
    return bounds(topic);
  };
  const begun: string[] = [];
  const looksBefore: number[] = [];
  const consumer = new KafkaGroupConsumer(Object.assign(context, { locatePauseMs: 5 }), {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 8,
    handle: async record => {
      begun.push(idOf(record));
      looksBefore.push(looks);
    },
  });
  await consumer.ready;
  await answeredUntil(broker, () => begun.length === 3);
  await consumer.stop(0);
  assert.deepEqual(begun, ['a', 'b', 'c']);
  assert.equal(looksBefore[0], 20);
});

test('records that were deleted before a group had read them are said and counted, and the others are read', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b', 'c', 'd'];
  broker.committed = 1;
  broker.low = 3;
  const said: object[] = [];
  const lost: [string, number][] = [];
  const begun: string[] = [];
  const context = Object.assign(contextOf(broker), {
    log: { ...quietLog, error: (fields: object) => void said.push(fields) },
    onLost: (topic: string, records: number) => void lost.push([topic, records]),
  });
  const consumer = new KafkaGroupConsumer(context, {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 8,
    handle: async record => void begun.push(idOf(record)),
  });
  await consumer.ready;
  await answeredUntil(broker, () => begun.length > 0);
  await consumer.stop(0);
  assert.deepEqual(begun, ['d']);
  assert.deepEqual(lost, [[TOPIC, 2]]);
  assert.deepEqual(said, [{ group: 'group', topic: `t.${TOPIC}`, partition: 0, from: 1, to: 3 }]);
});

test('a group that nobody has run yet has lost nothing of a log that begins later', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b'];
  broker.low = 1;
  const lost: number[] = [];
  const begun: string[] = [];
  const context = Object.assign(contextOf(broker), {
    onLost: (_: string, records: number) => void lost.push(records),
  });
  const consumer = new KafkaGroupConsumer(context, {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 8,
    handle: async record => void begun.push(idOf(record)),
  });
  await consumer.ready;
  await answeredUntil(broker, () => begun.length > 0);
  await consumer.stop(0);
  assert.deepEqual([begun, lost], [['b'], []]);
});

test('where a group stood before its member joined anew is no place to go on from: others have gone on since', async () => {
  const broker = new Broker();
  broker.log = ['a', 'b', 'c', 'd'];
  broker.committed = 1;
  const context = contextOf(broker);
  const { ask } = context.admin;
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  context.admin.ask = async question => {
    const answer = ask(question);
    await answers[asked++]?.promise;
    return answer;
  };
  const begun: string[] = [];
  const consumer = new KafkaGroupConsumer(context, {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 8,
    handle: async record => void begun.push(idOf(record)),
  });
  await consumer.ready;
  broker.committed = 3;
  broker.join('member 2');
  answers[0]?.resolve();
  await turn();
  await broker.answer();
  assert.deepEqual(begun, []);
  answers[1]?.resolve();
  await answeredUntil(broker, () => begun.length > 0);
  await consumer.stop(0);
  assert.deepEqual(begun, ['d']);
});
