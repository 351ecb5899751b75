import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionsOf } from './regions.ts';

test('pixels that touch by a side or a corner are one region, with their mean', () => {
  const map = [
    [0.9, 0.0, 0.0, 0.0],
    [0.0, 0.7, 0.0, 0.4],
    [0.0, 0.0, 0.0, 0.4],
  ].flat();
  const pixels = Uint8Array.from(map, probability => 255 * (1 - probability));
  const regions = regionsOf({ width: 4, height: 3, pixels }, 0.3);
  assert.equal(regions.length, 2);
  const [first, second] = regions;
  assert.deepEqual([first?.left, first?.top, first?.right, first?.bottom], [0, 0, 2, 2]);
  assert.ok(Math.abs((first?.probability ?? 0) - 0.8) < 0.01);
  assert.deepEqual([second?.left, second?.top, second?.right, second?.bottom], [3, 1, 4, 3]);
});

test('a map without print has no regions', () => {
  assert.deepEqual(regionsOf({ width: 4, height: 3, pixels: new Uint8Array(12).fill(255) }, 0.3), []);
});

test('the middles of a long piece say how it bends', () => {
  const [width, height] = [48, 12];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let x = 0; x < width; x++) for (const row of [0, 1]) pixels[(Math.floor(x / 8) + row) * width + x] = 0;
  const [piece] = regionsOf({ width, height, pixels }, 0.3);
  assert.deepEqual(
    piece?.middles.map(({ x, y }) => [x, y]),
    [0, 1, 2, 3, 4, 5].map(step => [4 + 8 * step, 1 + step]),
  );
  assert.equal(piece?.thickness, 2);
  const [short] = regionsOf(
    { width: 16, height: 1, pixels: new Uint8Array(16).fill(255).fill(0, 2, 10) },
    0.3,
  );
  assert.deepEqual(short?.middles, []);
});
