import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Broker, contextOf, idOf, TOPIC } from './broker.test-support.ts';
import { Replay } from './replay.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));

/** A history that is being read, batch by batch, and how many of its records have been taken from the broker. */
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
  return { batches, first, decoded: () => decoded };
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
    const read = (await first).value?.records.map(idOf) ?? [];
    // What came in one piece is handed on in steps of 500.
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
