import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Reservations } from './reservations.ts';

const LEASE_MS = 1_000;
const KEY = 'key';

describe('places of a quota that are reserved', () => {
  test('hold until the end of their lease, unless they are given back', () => {
    const reservations = new Reservations(LEASE_MS);
    for (const id of ['a', 'b']) reservations.take(KEY, id, 0);
    reservations.giveBack(KEY, 'a');
    assert.deepEqual([reservations.has(KEY, 'a'), reservations.has(KEY, 'b')], [false, true]);
    assert.deepEqual([reservations.count(KEY, LEASE_MS - 1), reservations.count(KEY, LEASE_MS)], [1, 0]);
    assert.deepEqual([reservations.count('other', 0), reservations.all()], [0, []]);
  });

  test('are the same place under the id of their job, and for no longer', () => {
    const reservations = new Reservations(LEASE_MS);
    reservations.take(KEY, 'a', 0);
    reservations.rename(KEY, 'a', 'job');
    reservations.rename(KEY, 'job', 'job');
    assert.deepEqual(reservations.all(), [[KEY, 'job']]);
    assert.deepEqual([reservations.count(KEY, LEASE_MS - 1), reservations.count(KEY, LEASE_MS)], [1, 0]);
  });

  test('that are over come back under no other id, where they would hold for ever', () => {
    const reservations = new Reservations(LEASE_MS);
    reservations.take(KEY, 'a', 0);
    assert.equal(reservations.count(KEY, LEASE_MS), 0);
    reservations.rename(KEY, 'a', 'job');
    assert.equal(reservations.count(KEY, LEASE_MS), 0);
  });
});
