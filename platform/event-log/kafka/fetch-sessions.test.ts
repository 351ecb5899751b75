import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchSession } from './fetch-sessions.ts';
import type { FetchOptions } from './request-encoding.ts';

const USUAL = { maxWaitTime: 250, minBytes: 1, maxBytes: 10_485_760 };

type Answer = { errorCode: number; sessionId: number; responses: unknown[] };

const wants = (offsets: Record<string, (number | undefined)[]>): FetchOptions => ({
  ...USUAL,
  topics: Object.entries(offsets).map(([topic, places]) => ({
    topic,
    partitions: places.flatMap((offset, partition) =>
      offset === undefined ? [] : [{ partition, fetchOffset: String(offset), maxBytes: 65_536 }],
    ),
  })),
});

/**
 * A session whose broker gives the answers of `answer`. Each ask resolves to the request that the broker received, and
 * the answer.
 */
function session(answer: () => Partial<Answer> = () => ({})) {
  const fetches = new FetchSession();
  return async (offsets: Record<string, (number | undefined)[]>) => {
    let told: FetchOptions | undefined;
    const answered = await fetches
      .ask(wants(offsets), async asked => {
        told = asked;
        return { errorCode: 0, sessionId: 7, responses: [], ...answer() };
      })
      .catch((error: Error) => error.message);
    assert.ok(told !== undefined);
    const { sessionId: id, sessionEpoch: epoch, topics, forgottenTopics: forgotten = [], ...rest } = told;
    assert.deepEqual(rest, USUAL);
    const named = topics
      .flatMap(({ topic, partitions }) =>
        partitions.map(({ partition, fetchOffset }) => `${topic} ${partition} from ${fetchOffset}`),
      )
      .toSorted();
    return { id, epoch, named, forgotten, answered };
  };
}

const asked = async (ask: ReturnType<typeof session>, offsets: Parameters<typeof ask>[0]) => {
  const { answered: _, ...told } = await ask(offsets);
  return told;
};

test('the first fetch of a session names everything, and those after it what has changed', async () => {
  const ask = session();
  const all = ['keys 0 from 5', 'outcomes 0 from 0', 'outcomes 1 from 9'];
  assert.deepEqual(await asked(ask, { outcomes: [0, 9], keys: [5] }), {
    id: 0,
    epoch: 0,
    named: all,
    forgotten: [],
  });
  assert.deepEqual(await asked(ask, { outcomes: [0, 9], keys: [5] }), {
    id: 7,
    epoch: 1,
    named: [],
    forgotten: [],
  });
  assert.deepEqual(await asked(ask, { outcomes: [0, 11], keys: [5] }), {
    id: 7,
    epoch: 2,
    named: ['outcomes 1 from 11'],
    forgotten: [],
  });
  // The consumer has sought an earlier offset.
  assert.deepEqual((await asked(ask, { outcomes: [0, 9], keys: [5] })).named, ['outcomes 1 from 9']);
});

test('what is paused is forgotten by the broker, and named when it is asked for again', async () => {
  const ask = session();
  await ask({ outcomes: [0, 9], keys: [5] });
  const paused = await asked(ask, { outcomes: [undefined, 9] });
  assert.deepEqual(paused.named, []);
  assert.deepEqual(paused.forgotten, [
    { topic: 'outcomes', partitions: [0] },
    { topic: 'keys', partitions: [0] },
  ]);
  const still = await asked(ask, { outcomes: [undefined, 9] });
  assert.deepEqual([still.named, still.forgotten], [[], []]);
  const resumed = await asked(ask, { outcomes: [0, 9], keys: [5] });
  assert.deepEqual(resumed.named, ['keys 0 from 5', 'outcomes 0 from 0']);
  assert.deepEqual(resumed.forgotten, []);
});

test('one partition that is exchanged for another of its topic is forgotten', async () => {
  const ask = session();
  await ask({ outcomes: [0, undefined] });
  const exchanged = await asked(ask, { outcomes: [undefined, 4] });
  assert.deepEqual(exchanged.named, ['outcomes 1 from 4']);
  assert.deepEqual(exchanged.forgotten, [{ topic: 'outcomes', partitions: [0] }]);
});

test('a broker that does not know the session is asked for everything, in place of that session', async () => {
  let errorCode = 0;
  const ask = session(() => (errorCode === 0 ? {} : { errorCode, sessionId: 0 }));
  await ask({ outcomes: [0, 9] });
  errorCode = 70;
  const lost = await ask({ outcomes: [0, 10] });
  assert.deepEqual(lost.answered, { errorCode: 70, sessionId: 0, responses: [] });
  errorCode = 0;
  assert.deepEqual(await asked(ask, { outcomes: [0, 10] }), {
    id: 7,
    epoch: 0,
    named: ['outcomes 0 from 0', 'outcomes 1 from 10'],
    forgotten: [],
  });
  assert.deepEqual((await asked(ask, { outcomes: [0, 10] })).epoch, 1);
});

test('a fetch that failed, of which nobody knows whether the broker had it, is followed by one that names everything', async () => {
  let fails = false;
  const ask = session(() => {
    if (fails) throw new Error('OFFSET_OUT_OF_RANGE');
    return {};
  });
  await ask({ outcomes: [0, 9] });
  fails = true;
  assert.equal((await ask({ outcomes: [0, 10] })).answered, 'OFFSET_OUT_OF_RANGE');
  fails = false;
  const next = await asked(ask, { outcomes: [0, 10] });
  assert.deepEqual([next.id, next.epoch, next.named.length], [7, 0, 2]);
});

test('a broker that has no place for a session is asked for everything each time', async () => {
  const ask = session(() => ({ sessionId: 0 }));
  for (let time = 0; time < 3; time++) {
    const { id, epoch, named } = await asked(ask, { outcomes: [0, 9] });
    assert.deepEqual([id, epoch, named.length], [0, 0, 2]);
  }
});

test('a fetch beside another one stands outside of their session', async () => {
  const fetches = new FetchSession();
  const told: FetchOptions[] = [];
  const answered = Promise.withResolvers<void>();
  const send = async (options: FetchOptions) => {
    told.push(options);
    await answered.promise;
    return { errorCode: 0, sessionId: options.sessionEpoch === 0 ? 7 : 0, responses: [] };
  };
  const both = [fetches.ask(wants({ outcomes: [3] }), send), fetches.ask(wants({ outcomes: [4] }), send)];
  answered.resolve();
  await Promise.all(both);
  await fetches.ask(wants({ outcomes: [3] }), send);
  assert.deepEqual(
    told.map(({ sessionId, sessionEpoch, topics }) => [sessionId, sessionEpoch, topics.length]),
    [
      [0, 0, 1],
      [0, -1, 1],
      [7, 1, 0],
    ],
  );
});
