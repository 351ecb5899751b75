import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PollLimit } from './poll-limit.ts';

const NOON = 1_800_000_000_000;

/** The number of `polls`, spread evenly over `seconds`, that are answered. */
function answered(
  limit: PollLimit,
  keyId: string,
  requestsPerMinute: number,
  polls: number,
  seconds: number,
) {
  let count = 0;
  for (let poll = 0; poll < polls; poll++)
    if (limit.admits(keyId, requestsPerMinute, NOON + (poll * seconds * 1_000) / polls)) count++;
  return count;
}

describe('the ceiling of polling', () => {
  it('is never met by a key that asks once a second for every job it can have', () => {
    assert.equal(answered(new PollLimit(), 'a', 60, 600 * 60, 60), 600 * 60);
    assert.equal(answered(new PollLimit(), 'a', 1_000, 10_000 * 30, 30), 10_000 * 30);
  });

  it('stops a flood, and lets the key on a second later', () => {
    const limit = new PollLimit();
    assert.equal(answered(limit, 'a', 60, 100_000, 0.001), 1_200);
    assert.equal(limit.admits('a', 60, NOON + 1_000), true);
  });

  it('stops a flood that comes within one tick of the clock', () => {
    assert.equal(answered(new PollLimit(), 'a', 60, 100_000, 0), 1_200);
  });

  it('of one key is not met by another', () => {
    const limit = new PollLimit();
    answered(limit, 'a', 60, 100_000, 0.001);
    assert.equal(limit.admits('b', 60, NOON), true);
  });

  it('takes a clock that is set back for one that stands still', () => {
    const limit = new PollLimit();
    answered(limit, 'a', 60, 100_000, 0.001);
    assert.equal(limit.admits('a', 60, NOON - 3_600_000), false);
  });
});
