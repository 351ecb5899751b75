import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { CLOCK_MARGIN_MS } from '../event-log.ts';
import { Broker, contextOf, idOf, TOPIC } from './broker.test-support.ts';
import { Replay } from './replay.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));

/** A history that is read batch by batch, and how many of its records have been taken from the broker. */
async function replaying(broker: Broker) {
  const joined = new Promise<void>(resolve => broker.on('join', () => resolve()));
  const context = contextOf(broker);
  let decoded = 0;
  const { decode } = context.codec;
  context.codec.decode = value => {
    decoded++;
    return decode(value);
  };
  const batches = new Replay(context, [TOPIC]).batches({});
  const first = batches.next();
  await joined;
  return { context, batches, first, decoded: () => decoded };
}

describe('a history that is read for somebody who is slower than the broker', () => {
  it('lies in memory up to twenty thousand records, and is read on when five thousand are left', async () => {
    const broker = new Broker();
    const all = ids(32_000);
    broker.log = all;
    const { batches, first, decoded } = await replaying(broker);
    broker.log = all.slice(0, 19_999);
    await broker.answer();
    broker.log = all.slice(0, 21_000);
    await broker.answer();
    broker.log = all;
    await broker.answer();
    assert.equal(decoded(), 21_000, 'nothing is read beyond it');
    broker.resume();
    broker.join('member 2');
    await broker.answer();
    assert.equal(decoded(), 21_000, 'nor as a new member of its group');
    const read = (await first).value?.records.map(idOf) ?? [];
    // A batch of the broker is handed on in steps of 500.
    while (read.length < 15_500) read.push(...((await batches.next()).value?.records.map(idOf) ?? []));
    await broker.answer();
    assert.equal(decoded(), 21_000);
    while (read.length < 16_000) read.push(...((await batches.next()).value?.records.map(idOf) ?? []));
    await broker.answer();
    assert.equal(decoded(), 32_000);
    for await (const { records } of batches) read.push(...records.map(idOf));
    assert.deepEqual(read, all);
  });

  it('is handed on in steps, each of which says where it ends', async () => {
    const broker = new Broker();
    broker.log = ids(1_200);
    const { batches, first } = await replaying(broker);
    await broker.answer();
    const steps = [await first, await batches.next(), await batches.next()];
    assert.deepEqual(
      steps.map(({ value }) => [value?.records.length, value?.next.next]),
      [
        [500, 500],
        [500, 1_000],
        [200, 1_200],
      ],
    );
    assert.equal((await batches.next()).done, true);
  });

  it('ends where one of its records cannot be read', async () => {
    const broker = new Broker();
    broker.log = ids(2);
    const { batches, first, context } = await replaying(broker);
    const newer = new Error('an event of a newer version');
    const { decode } = context.codec;
    context.codec.decode = value => {
      if (String(value) === '1') throw newer;
      return decode(value);
    };
    await Promise.all([assert.rejects(first, newer), broker.answer()]);
    assert.equal((await batches.next()).done, true);
  });

  it('leaves its group when nobody wants more of it', async () => {
    const broker = new Broker();
    broker.log = ids(3);
    let hasLeft = false;
    Object.assign(broker, {
      disconnect: async () => {
        hasLeft = true;
      },
    });
    const { batches, first } = await replaying(broker);
    await broker.answer();
    await first;
    await batches.return(undefined);
    assert.ok(hasLeft);
  });
});

describe('what belongs to a history', () => {
  it('is what was there when it was asked for, and nothing that came while it was read', async () => {
    const broker = new Broker();
    broker.log = ['a', 'b'];
    const { batches, first } = await replaying(broker);
    broker.log = ['a', 'b', 'c', 'd'];
    await broker.answer();
    const { value } = await first;
    assert.deepEqual(value?.records.map(idOf), ['a', 'b']);
    assert.equal(value?.next.next, 2);
    assert.equal((await batches.next()).done, true);
  });

  it('of a topic that forgets what was written over is what is left of it', async () => {
    const broker = new Broker();
    broker.log = ['a', 'b', 'c'];
    const joined = new Promise<void>(resolve => broker.on('join', () => resolve()));
    const context = contextOf(broker);
    Object.assign(context.names, {
      onBroker: () => `t.${TOPIC}`,
      fromBroker: () => DERIVED_TOPIC,
    });
    const batches = new Replay(context, [DERIVED_TOPIC]).batches({});
    const first = batches.next();
    await joined;
    await broker.answer(2);
    assert.deepEqual((await first).value?.records.map(idOf), ['c']);
    assert.equal((await batches.next()).done, true);
  });

  it('of a time is what clocks that go wrong may have put around it as well', async () => {
    const broker = new Broker();
    broker.log = ids(10);
    const context = contextOf(broker);
    const asked: number[] = [];
    const offsetsAt = async (_topic: string, at: number) => [asked.push(at) === 1 ? 3 : 7];
    Object.assign(context.admin, { offsetsAt });
    const joined = new Promise<void>(resolve => broker.on('join', () => resolve()));
    const batches = new Replay(context, [TOPIC]).batches({ since: 5_000_000, until: 6_000_000 });
    const first = batches.next();
    await joined;
    await broker.answer();
    assert.deepEqual(asked, [5_000_000 - CLOCK_MARGIN_MS, 6_000_000 + CLOCK_MARGIN_MS + 1]);
    assert.deepEqual((await first).value?.records.map(idOf), ['3', '4', '5', '6']);
  });
});
