import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnedByDegrees, turnedByQuarters } from './turn.ts';

const picture = { width: 3, height: 2, pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) };

test('a quarter turn is clockwise', () => {
  assert.deepEqual(turnedByQuarters(picture, 1), {
    width: 2,
    height: 3,
    pixels: Uint8Array.of(4, 1, 5, 2, 6, 3),
  });
});

test('a half turn reverses the pixels', () => {
  assert.deepEqual(turnedByQuarters(picture, 2).pixels, Uint8Array.of(6, 5, 4, 3, 2, 1));
});

test('three quarter turns undo one', () => {
  assert.deepEqual(turnedByQuarters(turnedByQuarters(picture, 1), 3), picture);
});

test('turning by degrees keeps the size and brings in white corners', () => {
  const dark = { width: 40, height: 40, pixels: new Uint8Array(1600) };
  const turned = turnedByDegrees(dark, 45);
  assert.equal(turned.pixels.length, 1600);
  assert.equal(turned.pixels[0], 255);
  assert.equal(turned.pixels[20 * 40 + 20], 0);
});
