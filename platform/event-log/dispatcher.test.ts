import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { EXAMPLE_EVENTS } from './codec-examples.ts';
import { Dispatcher, HANDLER_ATTEMPTS } from './dispatcher.ts';
import { LogUnavailable, type RecordedEvent } from './event-log.ts';

const record = (offset: number, partition = 0): RecordedEvent => ({
  event: EXAMPLE_EVENTS.ExtractRequested,
  topic: 'requests-bulk',
  partition,
  offset,
  traceparent: undefined,
});

function failing(error: () => Error, times: number) {
  const outcome = { attempts: 0, done: false, crashed: undefined as unknown, pausesMs: [] as number[] };
  const dispatcher = new Dispatcher({
    maxInFlight: 2,
    handle: async () => {
      if (++outcome.attempts <= times) throw error();
      outcome.done = true;
    },
    onProgress: () => undefined,
    onCrash: error => {
      outcome.crashed = error;
    },
    pause: async ms => void outcome.pausesMs.push(ms),
  });
  dispatcher.offer([record(0)]);
  return outcome;
}

test('a handler that goes on failing ends the consumer after its attempts', async () => {
  const outcome = failing(() => new Error('a mistake of ours'), Number.POSITIVE_INFINITY);
  for (let i = 0; i < 2 * HANDLER_ATTEMPTS; i++) await turn();
  assert.equal(outcome.attempts, HANDLER_ATTEMPTS);
  assert.match(String(outcome.crashed), /a mistake of ours/);
});

test('an outage is waited for, however long it is', async () => {
  const outcome = failing(() => new LogUnavailable('the brokers are away'), 5 * HANDLER_ATTEMPTS);
  for (let i = 0; i < 6 * HANDLER_ATTEMPTS; i++) await turn();
  assert.ok(outcome.done);
  assert.equal(outcome.crashed, undefined);
  // The pause is at most five seconds, so work goes on soon after the outage ends.
  assert.deepEqual(outcome.pausesMs.slice(0, 8), [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  assert.equal(Math.max(...outcome.pausesMs), 5_000);
});

test('a record whose handler waits for a server counts as waiting, from when it happened until it is done', async () => {
  const back = Promise.withResolvers<void>();
  let attempts = 0;
  const dispatcher = new Dispatcher({
    maxInFlight: 2,
    handle: async ({ offset }) => {
      if (offset === 1 && ++attempts === 1) throw new LogUnavailable('the store is away');
    },
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
    pause: () => back.promise,
  });
  dispatcher.offer([record(0), record(1)]);
  await turn();
  assert.equal(dispatcher.load('requests-bulk/0').oldestAt, EXAMPLE_EVENTS.ExtractRequested.at);
  back.resolve();
  await turn();
  assert.equal(dispatcher.load('requests-bulk/0').oldestAt, undefined);
});

test('handlers take from the partitions in turn: one full partition does not hold up another', async () => {
  const order: number[] = [];
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    handle: async ({ partition }) => {
      order.push(partition);
      await turn();
    },
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer([record(0, 0), record(1, 0), record(2, 0)]);
  dispatcher.offer([record(0, 1), record(1, 1)]);
  while (order.length < 5) await turn();
  assert.deepEqual(order, [0, 0, 1, 0, 1]);
});

const owned = (offset: number, keyId: string): RecordedEvent => ({
  ...record(offset),
  event: { ...EXAMPLE_EVENTS.ExtractRequested, key_id: keyId },
});

for (const maxInFlight of [1, 4])
  test(`of ${maxInFlight} at a time those go first whose owner has the fewest under way: a burst holds up nobody else`, async () => {
    const order: string[] = [];
    const progress: number[] = [];
    const dispatcher = new Dispatcher({
      maxInFlight,
      handle: async ({ event }) => {
        order.push(event.key_id);
        await turn();
      },
      ownerOf: ({ event }) => event.key_id,
      onProgress: (_, next) => progress.push(next),
      onCrash: error => assert.fail(String(error)),
    });
    dispatcher.offer(Array.from({ length: 20 }, (_, at) => owned(at, 'burst')));
    dispatcher.offer([owned(20, 'other'), owned(21, 'other'), owned(22, 'third')]);
    while (order.length < 23) await turn();
    // Records begun before the others came are not taken back. The others are next, then the rest of the burst.
    const soon = order.slice(0, 2 * maxInFlight + 4);
    assert.equal(soon.filter(owner => owner !== 'burst').length, 3, soon.join());
    await turn();
    assert.equal(progress.at(-1), 23);
  });

test('of one owner’s records those go first whose turn is first, and another owner’s are none of its business', async () => {
  const order: number[] = [];
  const turns = [50, 90, 10, 30, 20];
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    handle: async ({ offset }) => {
      order.push(offset);
      await turn();
    },
    ownerOf: ({ event }) => event.key_id,
    turnOf: ({ offset }) => turns[offset] ?? assert.fail(),
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer(['own', 'own', 'own', 'other', 'own'].map((owner, offset) => owned(offset, owner)));
  while (order.length < turns.length) await turn();
  assert.deepEqual(order, [2, 3, 4, 0, 1]);
});

test('a burst of one owner that holds every handler leaves some to owners who have none under way', async () => {
  const begun: number[] = [];
  const dispatcher = new Dispatcher({
    maxInFlight: 4,
    reserve: 2,
    handle: async ({ offset }) => {
      begun.push(offset);
      await new Promise(() => undefined);
    },
    ownerOf: ({ event }) => event.key_id,
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer(Array.from({ length: 20 }, (_, at) => owned(at, 'burst')));
  await turn();
  assert.deepEqual(begun, [0, 1, 2, 3]);
  dispatcher.offer([owned(20, 'other'), owned(21, 'other'), owned(22, 'third'), owned(23, 'fourth')]);
  await turn();
  assert.deepEqual(begun.slice(4), [20, 22]);
});

test('an owner whose records are done has none under way: the reserve is theirs again', async () => {
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    reserve: 1,
    handle: async ({ event }) => {
      begun.push(event.key_id);
      if (event.key_id === 'other') await held.promise;
    },
    ownerOf: ({ event }) => event.key_id,
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer([owned(0, 'first')]);
  await turn();
  dispatcher.offer([owned(1, 'other'), owned(2, 'first')]);
  await turn();
  assert.deepEqual(begun, ['first', 'other', 'first']);
  held.resolve();
});

test('an owner’s next record is begun when the one before it is done, however long others hold all but the reserve', async () => {
  const begun: number[] = [];
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    reserve: 1,
    handle: async ({ event, offset }) => {
      begun.push(offset);
      await (event.key_id === 'slow' ? new Promise(() => undefined) : turn());
    },
    ownerOf: ({ event }) => event.key_id,
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer([owned(0, 'slow')]);
  dispatcher.offer([owned(1, 'quick'), owned(2, 'quick'), owned(3, 'quick')]);
  for (let i = 0; i < 8; i++) await turn();
  assert.deepEqual(begun, [0, 1, 2, 3]);
});

test('records apart have handlers of their own, and turns and reserve among themselves: they keep no other waiting', async () => {
  const begun: number[] = [];
  const dispatcher = new Dispatcher({
    maxInFlight: 2,
    handle: async ({ offset }) => {
      begun.push(offset);
      if (offset < 100) await new Promise(() => undefined);
    },
    ownerOf: ({ event }) => event.key_id,
    apart: { are: ({ offset }) => offset < 100, maxInFlight: 3, reserve: 1 },
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer(Array.from({ length: 50 }, (_, at) => owned(at, 'burst')));
  dispatcher.offer([owned(50, 'other'), owned(51, 'third')]);
  await turn();
  assert.deepEqual(begun, [0, 1, 2, 50]);
  dispatcher.offer([owned(100, 'burst'), owned(101, 'other'), owned(102, 'third')]);
  await turn();
  await turn();
  assert.deepEqual(begun.slice(4), [100, 101, 102]);
  // Records apart do not count as queued, so reading goes on past them.
  assert.deepEqual(
    [dispatcher.load('requests-bulk/0').queued, dispatcher.atHand, dispatcher.atHandApart],
    [0, 0, 52],
  );
});

test('what is committed is contiguous: a record that is done early waits for the one before it', async () => {
  const marks: number[] = [];
  const first = Promise.withResolvers<void>();
  const dispatcher = new Dispatcher({
    maxInFlight: 3,
    handle: ({ offset }) => (offset === 0 ? first.promise : Promise.resolve()),
    onProgress: (_, next) => marks.push(next),
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer([record(0), record(1), record(2)]);
  await turn();
  assert.deepEqual(marks, []);
  assert.deepEqual(dispatcher.load('requests-bulk/0'), { queued: 0, unfinished: 3, oldestAt: undefined });
  first.resolve();
  await turn();
  assert.equal(marks.at(-1), 3);
});

test('what ends for a partition that now belongs to another member is not committed', async () => {
  const marks: number[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    handle: () => ended,
    onProgress: (_, next) => marks.push(next),
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer([record(7)]);
  dispatcher.drop('requests-bulk/0');
  end();
  await turn();
  assert.equal(dispatcher.atHand, 0);
  assert.deepEqual(marks, []);
});

test('what waits for a partition that now belongs to another member is stopped, and nothing else', async () => {
  const stopped: number[] = [];
  const dispatcher = new Dispatcher({
    maxInFlight: 2,
    handle: async ({ partition }, signal) => {
      const { promise, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => {
        stopped.push(partition);
        reject(signal.reason);
      });
      await promise;
    },
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
  });
  dispatcher.offer([record(0, 0)]);
  dispatcher.offer([record(0, 1)]);
  dispatcher.drop('requests-bulk/1');
  await turn();
  assert.deepEqual(stopped, [1]);
  assert.equal(dispatcher.atHand, 1);
  await dispatcher.drain(0);
  assert.deepEqual(stopped, [1, 0]);
});

test('what has failed for a partition that now belongs to another member is not tried again', async () => {
  const back = Promise.withResolvers<void>();
  let attempts = 0;
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    handle: async () => {
      attempts++;
      throw new LogUnavailable('the store is away');
    },
    onProgress: () => assert.fail('it is not done'),
    onCrash: error => assert.fail(String(error)),
    pause: () => back.promise,
  });
  dispatcher.offer([record(0)]);
  await turn();
  dispatcher.drop('requests-bulk/0');
  back.resolve();
  await turn();
  assert.deepEqual([attempts, dispatcher.atHand], [1, 0]);
});

test('a drain takes nothing more, tries nothing again, and is over with what is under way', async () => {
  const handled: number[] = [];
  const first = Promise.withResolvers<void>();
  const dispatcher = new Dispatcher({
    maxInFlight: 2,
    handle: ({ offset }) => {
      handled.push(offset);
      return offset === 0 ? first.promise : Promise.resolve();
    },
    onProgress: () => undefined,
    onCrash: error => assert.fail(String(error)),
    pause: async () => undefined,
  });
  dispatcher.offer([record(0)]);
  let isOver = false;
  const drained = dispatcher.drain(60_000).then(() => {
    isOver = true;
  });
  dispatcher.offer([record(1)]);
  await turn();
  assert.deepEqual([handled, isOver], [[0], false]);
  first.reject(new LogUnavailable('away'));
  await drained;
  assert.deepEqual([handled, dispatcher.atHand], [[0], 1]);
  assert.equal(dispatcher.load('requests-bulk/0').oldestAt, EXAMPLE_EVENTS.ExtractRequested.at, 'it waits');
});

test('what pauses after an outage when a drain begins holds it up for no longer, and is not tried again', async () => {
  let attempts = 0;
  const dispatcher = new Dispatcher({
    maxInFlight: 1,
    handle: async () => {
      attempts++;
      throw new LogUnavailable('away');
    },
    onProgress: () => assert.fail('it is not done'),
    onCrash: error => assert.fail(String(error)),
    pause: (_, signal) => new Promise(resolve => signal.addEventListener('abort', () => resolve())),
  });
  dispatcher.offer([record(0)]);
  await turn();
  await dispatcher.drain(60_000);
  assert.equal(attempts, 1);
});
