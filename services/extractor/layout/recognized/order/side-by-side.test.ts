import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideEachOther } from './side-by-side.ts';

const PITCH = 30;
const box = (left: number, right: number, top: number, height = 20) => ({
  left,
  right,
  top,
  bottom: top + height,
});

/** Two columns at each of two places; the right table has two more rows. */
const left = [0, 1, 2].flatMap(row => [0, 100].map(x => box(x, x + 60, row * PITCH)));
const right = [0, 1, 2, 3, 4].flatMap(row => [300, 400].map(x => box(x, x + 60, row * PITCH)));
const heads = [box(0, 170, 24, 2), box(290, 470, 24, 2)];

test('tables side by side whose head rules leave a gap are two', () => {
  const [pair] = besideEachOther([...left, ...right], heads);
  assert.ok(pair);
  assert.deepEqual(new Set(pair[0]), new Set(left));
  assert.deepEqual(new Set(pair[1]), new Set(right));
});

test('groups of columns below a rule across the whole table are one table', () => {
  assert.deepEqual(besideEachOther([...left, ...right], [...heads, box(0, 470, -6, 2)]), []);
});

test('rows that match on both sides, and rows without rules, are one table', () => {
  assert.deepEqual(besideEachOther([...left, ...right.slice(0, 6)], heads), []);
  assert.deepEqual(besideEachOther([...left, ...right], []), []);
});
