import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProducerBatch } from 'kafkajs';
import { reasonOf } from '../../reason.ts';
import type { OnAnswer } from '../../server-calls.ts';
import { LogUnavailable } from '../event-log.ts';
import { BatchingProducer, type BatchSender, type OutgoingRecord } from './batching-producer.ts';
import type { Acknowledgement } from './coverage.ts';
import { quietLog } from './quiet-log.ts';

const PATIENCE_MS = 10_000;
const NEVER_MS = 3_000;
const SOON_MS = 50;

const record = (id: string, partition = 0): OutgoingRecord => ({
  topic: 'outcomes',
  partition,
  message: { key: id, value: Buffer.from(id) },
});

const idsOf = (batch: ProducerBatch) =>
  (batch.topicMessages ?? []).flatMap(({ messages }) => messages.map(({ value }) => String(value)));

const everything = (batch: ProducerBatch): Acknowledgement[] =>
  (batch.topicMessages ?? []).flatMap(({ topic, messages }) =>
    messages.map(({ partition }) => ({ topicName: topic, partition: partition ?? -1, errorCode: 0 })),
  );

/** A producer over brokers that answer as the test says, and what they were sent. */
function producerWith(
  answer: (batch: ProducerBatch, call: number) => Promise<Acknowledgement[]>,
  replaceAfterMs = NEVER_MS,
  onAnswer?: OnAnswer,
) {
  const batches: string[][] = [];
  let [senders, disconnects] = [0, 0];
  const createSender = (): BatchSender => {
    senders++;
    return {
      connect: async () => undefined,
      sendBatch: batch => {
        batches.push(idsOf(batch));
        return answer(batch, batches.length);
      },
      disconnect: async () => void disconnects++,
    };
  };
  const producer = new BatchingProducer({
    createSender,
    log: quietLog,
    replaceAfterMs,
    ...(onAnswer && { onAnswer }),
  });
  return { producer, batches, senders: () => senders, disconnects: () => disconnects };
}

test('a refusal that passes is no event that is too large: it is sent again, until it is taken', async () => {
  const { producer, batches } = producerWith(async (batch, call) => {
    if (call < 3) throw Object.assign(new Error('moved'), { type: 'NOT_LEADER_OR_FOLLOWER' });
    return everything(batch);
  });
  await producer.send([record('a')], PATIENCE_MS);
  assert.deepEqual(batches, [['a'], ['a'], ['a']]);
});

test('an event is durable when every copy in sync has it, not when its leader has', async () => {
  const asked: unknown[] = [];
  const { producer } = producerWith(async batch => {
    asked.push(batch.acks);
    return everything(batch);
  });
  await producer.send([record('a')], PATIENCE_MS);
  assert.deepEqual(asked, [-1]);
});

test('a leader that is frozen is told as a call that failed, after the time that it was waited for', async () => {
  const told: [string, string][] = [];
  const seconds: number[] = [];
  const onAnswer: OnAnswer = (operation, took, outcome) => {
    told.push([operation, outcome]);
    seconds.push(took);
  };
  const frozen = new Promise<Acknowledgement[]>(() => undefined);
  const { producer } = producerWith(
    async (batch, call) => (call === 1 ? frozen : everything(batch)),
    SOON_MS,
    onAnswer,
  );
  await producer.send([record('a')], PATIENCE_MS);
  assert.deepEqual(told, [
    ['append', 'failed'],
    ['append', 'ok'],
  ]);
  // A timer may fire a millisecond early.
  assert.ok((seconds[0] ?? 0) >= (SOON_MS - 2) / 1000, `${seconds[0]} s`);
});

test('what arrives while a batch is under way goes out as the next one', async () => {
  const first = Promise.withResolvers<void>();
  const { producer, batches } = producerWith(async (batch, call) => {
    if (call === 1) await first.promise;
    return everything(batch);
  });
  const one = producer.send([record('a')], PATIENCE_MS);
  await sleep(5);
  const rest = ['b', 'c', 'd'].map(id => producer.send([record(id)], PATIENCE_MS));
  await sleep(5);
  assert.deepEqual(batches, [['a']]);
  first.resolve();
  await Promise.all([one, ...rest]);
  assert.deepEqual(batches, [['a'], ['b', 'c', 'd']]);
});

test('an event that comes the very moment the last batch is acknowledged is sent as well', async () => {
  const { producer } = producerWith(async batch => everything(batch));
  for (let turns = 0; turns < 12; turns++) {
    await producer.send([record('a')], PATIENCE_MS);
    for (let turn = 0; turn < turns; turn++) await null;
    await producer.send([record('b')], 2_000);
  }
});

test('partitions missing from an answer are sent again before anyone is told that it worked', async () => {
  const { producer, batches } = producerWith(async (batch, call) =>
    everything(batch).filter(({ partition }) => call > 1 || partition !== 2),
  );
  const records = [record('a', 1), record('b', 2), record('c', 2)];
  await producer.send(records, PATIENCE_MS);
  assert.deepEqual(batches, [
    ['a', 'b', 'c'],
    ['b', 'c'],
  ]);
});

test('a sender that hangs is replaced, and the batch goes out through a new one', async () => {
  const { producer, batches, senders, disconnects } = producerWith(
    (batch, call) => (call === 1 ? new Promise(() => undefined) : Promise.resolve(everything(batch))),
    SOON_MS,
  );
  await producer.send([record('a')], PATIENCE_MS);
  assert.deepEqual(batches, [['a'], ['a']]);
  assert.equal(senders(), 2);
  assert.equal(disconnects(), 1);
});

test('a sender that rejects is replaced too', async () => {
  const { producer, senders } = producerWith(async (batch, call) => {
    if (call === 1) throw new Error('the cluster is gone');
    return everything(batch);
  });
  await producer.send([record('a')], PATIENCE_MS);
  assert.equal(senders(), 2);
});

test('a caller whose patience ends is told that the log is unavailable, and why', async () => {
  const { producer } = producerWith(async () => {
    throw new Error('the cluster is gone');
  });
  await assert.rejects(producer.send([record('a')], 250), (error: unknown) => {
    assert.ok(error instanceof LogUnavailable);
    assert.match(String(error.cause), /the cluster is gone/);
    return true;
  });
});

test('events of a caller who has given up are not sent any more', async () => {
  const hanging = Promise.withResolvers<Acknowledgement[]>();
  const { producer, batches } = producerWith(async (batch, call) =>
    call === 1 ? hanging.promise : everything(batch),
  );
  const first = producer.send([record('a')], PATIENCE_MS);
  await sleep(5);
  await assert.rejects(producer.send([record('impatient')], 10), LogUnavailable);
  hanging.reject(new Error('the cluster is gone'));
  await first;
  await producer.send([record('b')], PATIENCE_MS);
  assert.deepEqual(batches.flat(), ['a', 'a', 'b']);
});

test('the queue is bounded: more than it holds is refused at once', async () => {
  const { producer } = producerWith(() => new Promise(() => undefined));
  const many = Array.from({ length: 20_000 }, (_, i) => record(String(i)));
  producer.send(many, 100).catch(() => undefined);
  await assert.rejects(producer.send([record('one more')], PATIENCE_MS), /too many/);
});

test('it says how long the oldest event has waited', async () => {
  const { producer } = producerWith(() => new Promise(() => undefined));
  assert.equal(producer.oldestWaitMs(), 0);
  const sent = producer.send([record('a')], 100);
  await sleep(40);
  assert.ok(producer.oldestWaitMs() >= 35);
  await assert.rejects(sent, LogUnavailable);
  assert.equal(producer.oldestWaitMs(), 0);
});

test('a check says why an event waits, in the words of whoever refused it last, and not after that is over', async () => {
  let refusal: Error | undefined = new Error('SASL authentication failed');
  const { producer } = producerWith(async batch => {
    if (refusal !== undefined) throw refusal;
    return everything(batch);
  });
  producer.check(0);
  const sent = producer.send([record('a')], PATIENCE_MS);
  await sleep(SOON_MS);
  producer.check(PATIENCE_MS);
  assert.throws(
    () => producer.check(SOON_MS / 2),
    error => error instanceof LogUnavailable && reasonOf(error) === 'SASL authentication failed',
  );
  refusal = undefined;
  await sent;
  const frozen = producerWith(() => new Promise(() => undefined)).producer;
  frozen.send([record('b')], 2 * SOON_MS).catch(() => undefined);
  await sleep(SOON_MS);
  assert.throws(() => frozen.check(SOON_MS / 2), /an event has waited \d+ ms for the log/);
});

test('a batch stays below what a broker takes in one request', async () => {
  const { producer, batches } = producerWith(async batch => everything(batch));
  const large = (id: string): OutgoingRecord => ({
    ...record(id),
    message: { key: id, value: Buffer.alloc(400_000, id) },
  });
  await Promise.all(['a', 'b', 'c'].map(id => producer.send([large(id)], PATIENCE_MS)));
  assert.deepEqual(
    batches.map(batch => batch.length),
    [2, 1],
  );
});

test('closing sends what waits, and then refuses', async () => {
  const { producer, batches, disconnects } = producerWith(async batch => everything(batch));
  const sent = producer.send([record('a')], PATIENCE_MS);
  await producer.close();
  await sent;
  assert.deepEqual(batches, [['a']]);
  assert.equal(disconnects(), 1);
  await assert.rejects(producer.send([record('b')], PATIENCE_MS), LogUnavailable);
});

/** The error that kafkajs throws. Records for other partitions of the same request may have been written. */
const tooLarge = () =>
  Object.assign(new Error('larger than the max message size'), { type: 'MESSAGE_TOO_LARGE' });

test('brokers that take less than a batch have it in parts, in order, through the same sender', async () => {
  const first = Promise.withResolvers<void>();
  const taken: string[] = [];
  const { producer, batches, senders } = producerWith(async (batch, call) => {
    if (call === 1) await first.promise;
    if (idsOf(batch).length > 3) throw tooLarge();
    taken.push(...idsOf(batch));
    return everything(batch);
  });
  const ids = Array.from({ length: 10 }, (_, at) => `e${at}`);
  const sent = [producer.send([record('first')], PATIENCE_MS)];
  await sleep(5);
  sent.push(...ids.map(id => producer.send([record(id)], PATIENCE_MS)));
  first.resolve();
  await Promise.all(sent);
  assert.deepEqual(taken, ['first', ...ids]);
  assert.equal(senders(), 1);
  const refused = batches.filter(batch => batch.length > 3).length;
  await Promise.all(ids.map(id => producer.send([record(id)], PATIENCE_MS)));
  assert.equal(batches.filter(batch => batch.length > 3).length, refused, 'known from then on');
});

test('an event that brokers never take is refused at once, and holds up nobody behind it', async () => {
  const { producer, batches } = producerWith(async batch => {
    if (idsOf(batch).includes('huge')) throw tooLarge();
    return everything(batch);
  });
  const before = producer.send([record('a')], PATIENCE_MS);
  const huge = producer.send([record('b'), record('huge')], PATIENCE_MS);
  const behind = producer.send([record('c')], PATIENCE_MS);
  await assert.rejects(huge, /LogUnavailable: an event is larger than the brokers take/);
  await Promise.all([before, behind]);
  await Promise.all(['d', 'e'].map(id => producer.send([record(id)], PATIENCE_MS)));
  assert.deepEqual(batches.at(-1), ['d', 'e'], 'of others they take as many as before');
});

test('of how many events a request may be again doubles a minute after brokers took fewer, and each minute from then on', async t => {
  let now = 1_000_000;
  t.mock.method(performance, 'now', () => now);
  let most = 3;
  const { producer, batches } = producerWith(async batch => {
    if (idsOf(batch).length > most) throw tooLarge();
    return everything(batch);
  });
  const sizes = async () => {
    const before = batches.length;
    await Promise.all(Array.from({ length: 12 }, (_, at) => producer.send([record(`e${at}`)], PATIENCE_MS)));
    return batches.slice(before).map(batch => batch.length);
  };
  assert.deepEqual(await sizes(), [12, 6, 3, 3, 3, 3]);
  most = 100;
  now += 59_999;
  assert.deepEqual(await sizes(), [3, 3, 3, 3]);
  now += 1;
  assert.deepEqual(await sizes(), [3, 6, 3]);
  assert.deepEqual(await sizes(), [6, 6]);
  now += 60_000;
  assert.deepEqual(await sizes(), [6, 6]);
  assert.deepEqual(await sizes(), [12]);
});

test('brokers that take fewer still are not asked for more until a minute after the last refusal', async t => {
  let now = 1_000_000;
  t.mock.method(performance, 'now', () => now);
  let most = 6;
  const { producer, batches } = producerWith(async batch => {
    if (idsOf(batch).length > most) throw tooLarge();
    return everything(batch);
  });
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => producer.send([record(`e${at}`)], PATIENCE_MS)));
  await send(12);
  now += 50_000;
  most = 3;
  await send(6);
  now += 50_000;
  most = 100;
  await send(3);
  await send(6);
  assert.deepEqual(
    batches.slice(-2).map(batch => batch.length),
    [3, 3],
  );
});

test('events that were appended together and are more than a batch go out all the same, and what waits behind them', async () => {
  const { producer, batches } = producerWith(async batch => everything(batch));
  const many = Array.from({ length: 2_001 }, (_, at) => record(`e${at}`));
  const big = Array.from({ length: 2 }, () => record('x'.repeat(500_000)));
  await Promise.all([producer.send(many, PATIENCE_MS), producer.send([record('b')], PATIENCE_MS)]);
  await Promise.all([producer.send(big, PATIENCE_MS), producer.send([record('c')], PATIENCE_MS)]);
  assert.deepEqual(
    batches.map(batch => batch.length),
    [2_000, 1, 1, 2, 1],
  );
});
