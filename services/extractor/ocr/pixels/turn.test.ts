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

test('a small turn moves what is far from the middle along, between pixels in shares', () => {
  const pixels = new Uint8Array(101 * 101).fill(255);
  for (let x = 0; x < 101; x++) pixels[50 * 101 + x] = 0;
  const turned = turnedByDegrees({ width: 101, height: 101, pixels }, 1).pixels;
  const shadesAt = (x: number) => [49, 50, 51].map(y => turned[y * 101 + x] ?? 0);
  assert.deepEqual(shadesAt(50), [255, 0, 255]);
  const [above, , below] = [shadesAt(90), 0, shadesAt(10)];
  assert.ok((above[0] ?? 255) < 90 && (above[2] ?? 0) === 255);
  assert.ok((below[2] ?? 255) < 90 && (below[0] ?? 0) === 255);
});
