import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnAt } from './turn.ts';

const MIB = 2 ** 20;

test('a small document goes before a large one that came shortly before it, and after one that came long before', () => {
  const large = turnAt(10_000, 4 * MIB);
  assert.ok(turnAt(13_000, 1_000) < large);
  assert.ok(turnAt(15_000, 1_000) > large);
});

test('documents of one size go in the order in which they came, and so do those of unknown size', () => {
  assert.ok(turnAt(10_000, MIB) < turnAt(10_001, MIB));
  assert.ok(turnAt(10_000, null) < turnAt(10_001, null));
});

test('no document lets others first for longer than ten seconds', () => {
  assert.equal(turnAt(0, 1_000 * MIB), 10_000);
});
