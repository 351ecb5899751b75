import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pgm } from './pgm.ts';
import { cropped, framed, longestReadableSide } from './scale.ts';

const picture = { width: 4, height: 2, pixels: Uint8Array.of(0, 100, 200, 100, 0, 100, 200, 100) };

test('pages are read at 4,000 pixels at most, long receipts and screenshots keep their width', () => {
  assert.equal(longestReadableSide(5_000, 7_000), 4_000);
  assert.equal(longestReadableSide(7_000, 5_000), 4_000);
  assert.equal(longestReadableSide(600, 12_000), 17_888);
  assert.equal(longestReadableSide(9_000, 1_000), 12_000);
  assert.equal(longestReadableSide(1, 90_000), 30_000);
});

test('a crop is cut at the edges of the picture', () => {
  assert.deepEqual(cropped(picture, { left: 2, top: -5, right: 9, bottom: 1 }), {
    width: 2,
    height: 1,
    pixels: Uint8Array.of(200, 100),
  });
});

test('a frame goes round the picture', () => {
  const { width, height, pixels } = framed(picture, 1, 9);
  assert.deepEqual([width, height, pixels[0], pixels[7]], [6, 4, 9, 0]);
});

test('a grey map is a short header and the pixels', () => {
  const file = pgm(picture);
  assert.equal(new TextDecoder().decode(file.subarray(0, 11)), 'P5\n4 2\n255\n');
  assert.deepEqual(file.subarray(11), picture.pixels);
});
