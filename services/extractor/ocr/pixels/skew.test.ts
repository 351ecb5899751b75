import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { inkMask } from './ink.ts';
import { leanOf } from './skew.ts';
import { turnedByDegrees } from './turn.ts';

const page = drawnText(Array.from({ length: 8 }, () => 'THE QUICK BROWN FOX JUMPS OVER'));

test('a level page has no skew', () => {
  assert.deepEqual(leanOf(inkMask(page)), { top: 0, bottom: 0 });
});

for (const degrees of [-9, -2, 1.5, 6])
  test(`a page turned by ${degrees} degrees is measured within a quarter`, () => {
    assert.ok(Math.abs(leanOf(inkMask(turnedByDegrees(page, degrees))).top + degrees) <= 0.25);
  });

test('a blank picture has no skew', () => {
  assert.equal(leanOf(inkMask({ width: 200, height: 100, pixels: new Uint8Array(20_000).fill(255) })).top, 0);
});
