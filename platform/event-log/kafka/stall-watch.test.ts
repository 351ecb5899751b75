import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STALL_LIMIT_MS, StallWatch } from './stall-watch.ts';

const CONFIRMED_MS = 40_000;
const LONG = STALL_LIMIT_MS;

test('a consumer that reads nothing although records wait is stalled when that is seen again later', async () => {
  const watch = new StallWatch();
  assert.equal(await watch.isStalled(LONG, 0, async () => 1), false);
  assert.equal(await watch.isStalled(LONG, CONFIRMED_MS - 1, async () => 1), false);
  assert.equal(await watch.isStalled(LONG, CONFIRMED_MS, async () => 1), true);
});

test('a consumer whose brokers were away for longer gets time to join again behind it', async () => {
  const watch = new StallWatch();
  assert.equal(await watch.isStalled(LONG, 0, async () => 1), false);
  assert.equal(await watch.isStalled(LONG, CONFIRMED_MS, async () => undefined), false);
  assert.equal(await watch.isStalled(LONG, CONFIRMED_MS + 1, async () => 1), false);
});

test('nothing is asked of one that has read lately, and nothing said of one for whom nothing waits', async () => {
  const watch = new StallWatch();
  const fails = () => Promise.reject(new Error('asked'));
  assert.equal(await watch.isStalled(LONG - 1, 0, fails), false);
  for (const now of [0, CONFIRMED_MS]) assert.equal(await watch.isStalled(LONG, now, async () => 0), false);
});
