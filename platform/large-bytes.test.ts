import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { joined, sha256Of } from './large-bytes.ts';

const LARGE = randomBytes(3_500_000);
/** Chunks of the size that a socket delivers. */
const CHUNKS = Array.from({ length: Math.ceil(LARGE.length / 65_536) }, (_, at) =>
  LARGE.subarray(at * 65_536, (at + 1) * 65_536),
);

/** Counts the turns of the event loop that other work gets during `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  await work();
  clearImmediate(next);
  return turns;
}

describe('large bytes', () => {
  test('have the hash that they have, and others their turns meanwhile', async () => {
    for (const bytes of [Buffer.alloc(0), LARGE.subarray(0, 1_000), LARGE])
      assert.equal(await sha256Of(bytes), hash('sha256', bytes));
    assert.ok((await turnsDuring(() => sha256Of(LARGE))) >= 3);
  });

  test('are joined whole, and others have their turns meanwhile', async () => {
    assert.ok((await joined(CHUNKS, LARGE.length)).equals(LARGE));
    assert.ok((await joined(CHUNKS.slice(0, 2), 131_072)).equals(LARGE.subarray(0, 131_072)));
    assert.ok((await turnsDuring(() => joined(CHUNKS, LARGE.length))) >= 3);
  });
});
