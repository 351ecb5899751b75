import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEvenLight } from './even-light.ts';

const even = (...shades: number[]) => [...inEvenLight(Uint8Array.from(shades), shades.length, 1, 4)];

test('light that falls to one side is paper from end to end', () => {
  assert.deepEqual(even(250, 220, 190, 150, 100, 60), [255, 255, 255, 255, 255, 255]);
});

test('what is darker than both of its sides keeps its share of their light', () => {
  assert.deepEqual(even(200, 200, 100, 100, 200, 200), [255, 255, 128, 128, 255, 255]);
  assert.deepEqual(even(100, 100, 50, 50, 100, 100), [255, 255, 128, 128, 255, 255]);
});

test('what is dark over the whole reach is paper', () => {
  assert.deepEqual(even(200, 100, 100, 100, 100, 100, 200), [255, 255, 255, 255, 255, 255, 255]);
});
