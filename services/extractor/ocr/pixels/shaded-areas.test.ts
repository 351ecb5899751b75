import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { shadedAreas } from './shaded-areas.ts';

const UNIT = 4;
const LETTER_HEIGHT = 6 * UNIT;
const PITCH = 12 * UNIT;

/** Five rows of print, those in `rows` on paper of this shade. */
function striped(rows: readonly number[], shade: number) {
  const image = drawnText(['DATE OPEN HIGH LOW', 'AB CD EF', 'GH IJ KL', 'MN OP QR', 'ST UV WX'], UNIT);
  const { width, pixels } = image;
  for (const row of rows)
    for (let y = 5 * UNIT + row * PITCH; y < 5 * UNIT + (row + 1) * PITCH; y++)
      for (let x = 20; x < width - 20; x++)
        pixels[y * width + x] = Math.min(shade, pixels[y * width + x] ?? 0);
  return image;
}

test('stripes under rows of print are areas of their shade', () => {
  const image = striped([1, 3], 232);
  const areas = shadedAreas(image, LETTER_HEIGHT);
  assert.equal(areas.length, 2);
  areas.forEach(({ left, right, top, bottom, shade }, at) => {
    const start = 5 * UNIT + (2 * at + 1) * PITCH;
    assert.equal(shade, 232);
    for (const [edge, place] of [
      [left, 20],
      [right, image.width - 20],
      [top, start],
      [bottom, start + PITCH],
    ] as const)
      assert.ok(Math.abs(edge - place) <= LETTER_HEIGHT / 2, `${edge} ${place}`);
  });
});

test('light print on a dark bar leaves the bar whole', () => {
  const image = striped([], 255);
  for (let y = 5 * UNIT; y < 5 * UNIT + PITCH; y++)
    for (let x = 20; x < image.width - 20; x++)
      image.pixels[y * image.width + x] = 255 - (image.pixels[y * image.width + x] ?? 0);
  assert.equal(shadedAreas(image, LETTER_HEIGHT).length, 1);
});

test('paper that grows darker to one side has no areas', () => {
  const image = striped([], 255);
  const { width } = image;
  const pixels = image.pixels.map((shade, at) => shade * (1 - (0.4 * (at % width)) / width));
  assert.deepEqual(shadedAreas({ ...image, pixels }, LETTER_HEIGHT), []);
});

test('a shadow that falls over stripes leaves them whole, and is none itself', () => {
  const [width, height] = [1600, 1000];
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isStriped = x >= 200 && x < 1500 && y >= 300 && y < 600 && y % 100 < 50;
    pixels[at] = (isStriped ? 232 : 255) * (1 - 0.5 * Math.max(0, x / width - 0.5));
  }
  const areas = shadedAreas({ width, height, pixels }, LETTER_HEIGHT);
  assert.deepEqual(
    areas.map(({ left, right }) => [Math.round(left / 100), Math.round(right / 100)]),
    [
      [2, 15],
      [2, 15],
      [2, 15],
    ],
  );
});
