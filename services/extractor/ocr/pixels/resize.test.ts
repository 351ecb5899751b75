import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUBIC, resized, TRIANGLE } from './resize.ts';

for (const filter of [TRIANGLE, CUBIC])
  test('a flat picture stays flat at any size', () => {
    const image = { width: 7, height: 5, pixels: new Uint8Array(35).fill(93) };
    const { width, height, pixels } = resized(image, 16, 3, filter);
    assert.deepEqual([width, height], [16, 3]);
    assert.deepEqual([...new Set(pixels)], [93]);
  });

test('an edge made larger is sharper by the cubic filter, and no shade leaves the range', () => {
  const edge = { width: 4, height: 1, pixels: Uint8Array.of(0, 0, 255, 255) };
  const [soft, sharp] = [TRIANGLE, CUBIC].map(filter => [...resized(edge, 8, 1, filter).pixels]);
  assert.deepEqual(soft, [0, 0, 0, 64, 191, 255, 255, 255]);
  assert.deepEqual(sharp, [0, 0, 0, 52, 203, 255, 255, 255]);
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
