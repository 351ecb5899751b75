import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storedBytesContract } from '../stored-bytes.contract.ts';
import { FORGET_MS } from '../stored-bytes.ts';
import { MemoryStoredBytes } from './memory-stored-bytes.ts';

storedBytesContract('memory', () => {
  const stored = new MemoryStoredBytes();
  return [stored, stored];
});

it('counts that nobody has renewed for long are forgotten: a sweeper that is gone refuses nobody', async t => {
  const stored = new MemoryStoredBytes();
  await stored.publish(new Map([['a', 1]]));
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + FORGET_MS);
  assert.equal((await stored.read()).size, 0);
});
