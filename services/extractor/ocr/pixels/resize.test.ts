import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resized } from './resize.ts';

test('a flat picture stays flat at any size', () => {
  const image = { width: 7, height: 5, pixels: new Uint8Array(35).fill(93) };
  const { width, height, pixels } = resized(image, 16, 3);
  assert.deepEqual([width, height], [16, 3]);
  assert.deepEqual([...new Set(pixels)], [93]);
});

test('half the width is the mean of neighbours, weighted towards the middle', () => {
  const image = { width: 4, height: 1, pixels: Uint8Array.of(0, 0, 200, 200) };
  const { pixels } = resized(image, 2, 1);
  assert.ok((pixels[0] ?? 0) < 50 && (pixels[1] ?? 0) > 150);
});

test('a picture of one pixel can grow', () => {
  const { pixels } = resized({ width: 1, height: 1, pixels: Uint8Array.of(40) }, 3, 2);
  assert.deepEqual([...pixels], [40, 40, 40, 40, 40, 40]);
});
