import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostEvery } from './at-most-every.ts';

test('what happens often is said at once, and again only after a while', t => {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const isTime = atMostEvery(60_000);
  const at = (ms: number) => {
    now = ms;
    return isTime();
  };
  assert.deepEqual(
    [at(1_000), at(1_001), at(60_999), at(61_000), at(61_001), at(121_000)],
    [true, false, false, true, false, true],
  );
});
