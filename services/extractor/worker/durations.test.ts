import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Durations } from './durations.ts';

const NOW = 1_000_000;
const SCAN = 200_000;

function durations(...ms: number[]): Durations {
  const noted = new Durations();
  for (const took of ms) noted.note('key', SCAN, took, NOW);
  return noted;
}

test('a document takes at least as long as the quickest of the last three of its owner and size', () => {
  const noted = durations(100, 9_000, 5_000, 7_000);
  assert.equal(noted.least('key', SCAN, NOW), 5_000);
  assert.equal(noted.least('key', SCAN * 1.1, NOW), 5_000);
});

test('nothing is known of other owners and sizes, of few documents, and of long ago', () => {
  const noted = durations(5_000, 5_000, 5_000);
  assert.equal(noted.least('other', SCAN, NOW), 0);
  assert.equal(noted.least('key', SCAN * 4, NOW), 0);
  assert.equal(durations(5_000, 5_000).least('key', SCAN, NOW), 0);
  assert.equal(noted.least('key', SCAN, NOW + 60_000), 0);
});

test('owners without end are not remembered without end', () => {
  const noted = durations(5_000, 5_000, 5_000);
  for (let other = 0; other < 1_000; other++) noted.note(`other ${other}`, SCAN, 1, NOW);
  assert.equal(noted.least('key', SCAN, NOW), 0);
});
