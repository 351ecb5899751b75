import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Held, heldBy, LONG_HELD_MS, toSetBack } from './set-back.ts';

const NOW = 1_000_000;
const held = (owner: string, forMs: number, gaveWay = false): Held => ({
  ...heldBy(owner),
  since: NOW - forMs,
  gaveWay,
});

test('the longest held document of whoever holds most workers gives way', () => {
  const oldest = held('burst', LONG_HELD_MS + 1);
  const all = [held('other', LONG_HELD_MS + 9), held('burst', LONG_HELD_MS), oldest];
  assert.equal(toSetBack(all, NOW), oldest);
});

test('nothing gives way that has not been held for long', () => {
  assert.equal(toSetBack([held('burst', LONG_HELD_MS - 1), held('burst', 0)], NOW), undefined);
});

test('nothing gives way twice', () => {
  const once = held('burst', LONG_HELD_MS, true);
  assert.equal(toSetBack([once], NOW), undefined);
  const next = held('burst', LONG_HELD_MS);
  assert.equal(toSetBack([once, next], NOW), next);
});
