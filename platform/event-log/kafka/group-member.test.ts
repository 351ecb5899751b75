import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { LOST, memberIn, RESTART_PAUSE_MS, RESTARTS, type World } from './group-member.test-support.ts';

describe('a consumer that kafkajs gives up', () => {
  test('is replaced by a new member, whose own positions are void', async () => {
    const { member, consumers, isNew, joins } = memberIn({});
    await member.start();
    consumers[0]!.gives(LOST);
    await joins(2);
    assert.deepEqual(isNew, [true, true]);
    assert.deepEqual(
      consumers.map(({ isConnected }) => isConnected),
      [false, true],
    );
    // Events of the replaced consumer are ignored.
    consumers[0]!.joins();
    assert.equal(isNew.length, 2);
    await member.leave();
  });

  test('is told after so many in a row while the brokers answer, and leaving does not wait for a join then', async () => {
    const ran: World['ran'] = (consumer, number) => (number === 1 ? consumer.joins() : consumer.gives(LOST));
    const { member, consumers, crashed } = memberIn({ ran });
    await member.start();
    const givenUpAt = performance.now();
    consumers[0]!.gives(LOST);
    assert.equal(await crashed, LOST);
    assert.equal(consumers.length, 1 + RESTARTS);
    // Each pause is twice the one before.
    assert.ok(performance.now() - givenUpAt >= RESTART_PAUSE_MS * (2 ** RESTARTS - 1));
    const begunAt = performance.now();
    await member.leave();
    assert.ok(performance.now() - begunAt < 5_000);
  });

  test('is replaced as long as the brokers are away, also where the next one cannot even connect', async () => {
    const last = 3 + RESTARTS;
    const ran: World['ran'] = (consumer, number) =>
      number === 1 || number > last ? consumer.joins() : consumer.gives(LOST);
    const { member, consumers, crashed, joins } = memberIn({
      ran,
      isReachable: false,
      unreachable: new Set([2, 3, 5]),
    });
    await member.start();
    consumers[0]!.gives(LOST);
    assert.equal(await Promise.race([joins(2), crashed]), undefined);
    assert.equal(consumers.length, last + 1);
    await member.leave();
  });

  test('is not replaced by a member that leaves', async () => {
    const { member, consumers } = memberIn({});
    await member.start();
    await member.leave();
    consumers[0]!.gives(LOST);
    await sleep(5 * RESTART_PAUSE_MS);
    assert.equal(consumers.length, 1);
  });
});

describe('a consumer that fails while it starts', () => {
  test('is replaced where its connection was cut', async () => {
    const cut = new kafkajs.KafkaJSConnectionError('Closed connection');
    const { member, consumers, isNew } = memberIn({ unsubscribed: new Map([[1, cut]]) });
    await member.start();
    assert.deepEqual([consumers.length, isNew], [2, [true]]);
    await member.leave();
  });

  test('is replaced where the brokers were away for longer than it tried: an outage ends no process', async () => {
    const away = new kafkajs.KafkaJSConnectionError('connect ECONNREFUSED');
    const exceeded = new kafkajs.KafkaJSNumberOfRetriesExceeded(away, { retryCount: 20, retryTime: 500 });
    const wrapped = Object.assign(new kafkajs.KafkaJSNonRetriableError('connect ECONNREFUSED'), {
      cause: away,
    });
    const { member, consumers } = memberIn({
      unsubscribed: new Map<number, Error>([
        [1, exceeded],
        [2, wrapped],
      ]),
    });
    await member.start();
    assert.equal(consumers.length, 3);
    await member.leave();
  });

  test('is told at once where the brokers have refused it', async () => {
    const refused = new kafkajs.KafkaJSNonRetriableError('This server does not host this topic-partition');
    const { member, consumers } = memberIn({ unsubscribed: new Map([[1, refused]]) });
    await assert.rejects(member.start(), refused);
    assert.equal(consumers.length, 1);
    await member.leave();
  });

  test('is told where it is cut off again and again although the brokers answer', async () => {
    const cut = new kafkajs.KafkaJSConnectionError('Closed connection');
    const always = new Map(Array.from({ length: 1 + RESTARTS }, (_, at) => [at + 1, cut]));
    const { member, consumers } = memberIn({ unsubscribed: always });
    await assert.rejects(member.start(), cut);
    assert.equal(consumers.length, 1 + RESTARTS);
    await member.leave();
  });
});

test('a consumer that was stopped or given up is not begun again by kafkajs either: brokers that stay away would keep its process alive', async () => {
  const { member, consumers, joins } = memberIn({});
  await member.start();
  assert.equal(await consumers[0]!.mayRestart(), true);
  consumers[0]!.gives(LOST);
  await joins(2);
  assert.equal(await consumers[0]!.mayRestart(), false);
  assert.equal(await consumers[1]!.mayRestart(), true);
  await member.leave();
  assert.equal(await consumers[1]!.mayRestart(), false);
});

test('a consumer that could not join again, and that its group has kept all the same, goes on with what it had', async () => {
  const { member, consumers, isNew } = memberIn({});
  await member.start();
  const [consumer] = consumers;
  consumer!.rebalances();
  member.pause({ topic: 't', partition: 0 });
  consumer!.isRecognized();
  consumer!.isRecognized();
  assert.deepEqual(isNew, [true, false]);
  member.pause({ topic: 't', partition: 0 });
  assert.deepEqual(consumer!.done, ['pause']);
  await member.leave();
});

test('a consumer whose join goes on although it was stopped or given up leaves once it has joined', async () => {
  const { member, consumers, joins } = memberIn({});
  await member.start();
  consumers[0]!.gives(LOST);
  await joins(2);
  await member.leave();
  for (const consumer of consumers) {
    consumer.isConnected = true;
    consumer.joins();
  }
  await sleep(100);
  assert.deepEqual(
    consumers.map(({ isConnected }) => isConnected),
    [false, false],
  );
});

describe('a consumer that says nothing any more', () => {
  type Clock = { now: () => number };

  const silence = async (
    isReachable: boolean,
    silentMs: number,
    t: TestContext,
    clock: Clock = performance,
  ) => {
    const { member, consumers } = memberIn({ isReachable });
    await member.start();
    const before = clock.now.bind(clock);
    t.mock.method(clock, 'now', () => before() + silentMs);
    await sleep(1_200);
    await member.leave();
    return consumers.length;
  };

  test('is replaced where the brokers answer somebody else', async t => {
    assert.equal(await silence(true, 21_000, t), 2);
  });

  test('of joining its group again, and reads on, is replaced as well', async t => {
    const { member, consumers } = memberIn({});
    await member.start();
    const before = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => before() + 61_000);
    consumers[0]!.rebalances();
    consumers[0]!.isAnswered(1);
    await sleep(1_200);
    await member.leave();
    assert.equal(consumers.length, 2);
  });

  test('is left alone where they do not, or not for long', async t => {
    assert.equal(await silence(false, 21_000, t), 1);
    assert.equal(await silence(true, 15_000, t), 1);
  });

  test('is left alone where the machine’s clock was set', async t => {
    assert.equal(await silence(true, 3_600_000, t, Date), 1);
  });

  /**
   * Resolves to the number of consumers created, when one begins again by itself 61 s after its last sign of life and
   * the brokers answer 5 s later. `isReachableAtRestart`: whether they already answer at the restart.
   */
  const outage = async (isReachableAtRestart: boolean, t: TestContext) => {
    const { world, member, consumers } = memberIn({ isReachable: isReachableAtRestart });
    await member.start();
    const before = performance.now.bind(performance);
    let laterMs = 61_000;
    t.mock.method(performance, 'now', () => before() + laterMs);
    consumers[0]!.restarts();
    await sleep(RESTART_PAUSE_MS);
    laterMs += 5_000;
    world.isReachable = true;
    await sleep(1_200);
    const created = consumers.length;
    consumers.at(-1)!.joins();
    await member.leave();
    return created;
  };

  test('is left to its own restart after an outage: another member would only wait for it to be missed', async t => {
    assert.equal(await outage(false, t), 1);
  });

  test('is replaced all the same where it restarts for ever although the brokers answer', async t => {
    assert.equal(await outage(true, t), 2);
  });
});

test('what is paused, resumed or sought between a crash and the next join is left to that join', async () => {
  const { member, consumers } = memberIn({});
  await member.start();
  const [consumer] = consumers;
  const place = { topic: 't', partition: 0 };
  const sayAll = () => {
    member.pause(place);
    member.resume(place);
    member.seek(place, 1);
  };
  consumer!.stops();
  sayAll();
  assert.deepEqual(consumer!.done, []);
  consumer!.joins();
  sayAll();
  assert.deepEqual(consumer!.done, ['pause', 'resume', 'seek']);
  await member.leave();
});

test('a broker that is asked again for what it did not answer is told of, and no broker that answers', async () => {
  const { member, consumers, interruptions } = memberIn({});
  await member.start();
  const [consumer] = consumers;
  consumer!.asks(1);
  consumer!.asks(2);
  consumer!.isAnswered(1);
  consumer!.asks(1);
  assert.equal(interruptions(), 0);
  consumer!.asks(2);
  assert.equal(interruptions(), 1);
  // After a new assignment each partition is read from the position it is given, so earlier unanswered fetches no
  // longer matter.
  consumer!.joins();
  consumer!.asks(1);
  assert.equal(interruptions(), 1);
  await member.leave();
});

test('a member has started with its first assignment, and not when it is told to run', async () => {
  const { member, consumers } = memberIn({ ran: () => undefined });
  let hasStarted = false;
  const started = member.start().then(() => {
    hasStarted = true;
  });
  await sleep(RESTART_PAUSE_MS);
  assert.equal(hasStarted, false);
  consumers[0]!.joins();
  await started;
  await member.leave();
});

test('a member whose position is not in the log is never sent to its end: what lies before it would be skipped', async () => {
  const { member, consumers } = memberIn({});
  await member.start();
  assert.deepEqual(consumers[0]!.subscribed, [{ topics: ['t'], fromBeginning: true }]);
  await member.leave();
});

test('a member that is told to leave while it joins leaves when it has joined: the group would wait for it otherwise', async () => {
  const { member, consumers } = memberIn({});
  await member.start();
  consumers[0]!.rebalances();
  const left = member.leave();
  await sleep(2 * RESTART_PAUSE_MS);
  assert.equal(consumers[0]!.isConnected, true);
  consumers[0]!.joins();
  await left;
  assert.equal(consumers[0]!.isConnected, false);
});

test('what a consumer that was given up says before the next one is there is nobody’s', async () => {
  const { member, consumers, isNew, joins } = memberIn({});
  await member.start();
  consumers[0]!.gives(LOST);
  consumers[0]!.joins();
  assert.equal(isNew.length, 1);
  await joins(2);
  await member.leave();
});

test('a member that has read for a minute has got over what it was restarted for', async t => {
  const { member, consumers, crashed, joins } = memberIn({});
  await member.start();
  for (let restart = 1; restart <= RESTARTS; restart++) {
    consumers.at(-1)!.gives(LOST);
    await joins(1 + restart);
  }
  const before = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => before() + 61_000);
  consumers.at(-1)!.isAnswered(1);
  consumers.at(-1)!.gives(LOST);
  await joins(2 + RESTARTS);
  assert.equal(await Promise.race([crashed, 'goes on']), 'goes on');
  await member.leave();
});

describe('a member that its brokers refuse again and again', () => {
  const refused = async (type: string) => {
    const error = Object.assign(new Error('refused'), { type });
    const ran: World['ran'] = (consumer, number) => (number === 1 ? consumer.joins() : consumer.gives(error));
    const { member, consumers, crashed } = memberIn({ ran });
    await member.start();
    consumers[0]!.gives(error);
    const told = await crashed;
    await member.leave();
    return { told, error };
  };

  test('for its name is told that another process has it, and with which setting', async () => {
    const { told, error } = await refused('FENCED_INSTANCE_ID');
    assert.match(told.message, /another process is the member .* INSTANCE_NAME must be one process's alone/);
    assert.equal(told.cause, error);
  });

  test('for any other reason is told that reason', async () => {
    const { told, error } = await refused('GROUP_AUTHORIZATION_FAILED');
    assert.equal(told, error);
  });
});
