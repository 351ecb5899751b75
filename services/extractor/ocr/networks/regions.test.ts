import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionsOf } from './regions.ts';

test('pixels that touch by a side or a corner are one region, with their mean', () => {
  const map = [
    [0.9, 0.0, 0.0, 0.0],
    [0.0, 0.7, 0.0, 0.4],
    [0.0, 0.0, 0.0, 0.4],
  ].flat();
  const regions = regionsOf(Float32Array.from(map), 4, 3, 0.3);
  assert.equal(regions.length, 2);
  const [first, second] = regions;
  assert.deepEqual([first?.left, first?.top, first?.right, first?.bottom], [0, 0, 2, 2]);
  assert.ok(Math.abs((first?.probability ?? 0) - 0.8) < 1e-6);
  assert.deepEqual([second?.left, second?.top, second?.right, second?.bottom], [3, 1, 4, 3]);
});

test('a map without print has no regions', () => {
  assert.deepEqual(regionsOf(new Float32Array(12), 4, 3, 0.3), []);
});
