import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inTurn } from './in-turn.ts';

async function collected(count: number, atOnce: number, begin: (index: number) => Promise<number>) {
  const results: (number | 'failed')[] = [];
  for await (const result of inTurn(count, atOnce, begin))
    results.push(result.status === 'fulfilled' ? result.value : 'failed');
  return results;
}

test('results come in order, however long each takes', async () => {
  const results = await collected(4, 3, async index => setTimeout((4 - index) * 5, index));
  assert.deepEqual(results, [0, 1, 2, 3]);
});

test('no more are on their way than may be', async () => {
  let [now, most] = [0, 0];
  await collected(7, 3, async index => {
    most = Math.max(most, ++now);
    await setTimeout(2);
    now--;
    return index;
  });
  assert.equal(most, 3);
});

test('a failure costs none of the others', async () => {
  const results = await collected(3, 2, async index => {
    if (index === 1) throw new Error('damaged');
    return index;
  });
  assert.deepEqual(results, [0, 'failed', 2]);
});
