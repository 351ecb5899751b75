import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { printOf } from '../print.ts';
import { drawnText } from '../testing/drawn-text.ts';
import { withLightAreas } from './dark-areas.ts';
import { rulesOf } from './rules.ts';

const UNIT = 4;
const LETTER_HEIGHT = 6 * UNIT;
const PITCH = 12 * UNIT;
const ROWS = ['DATE OPEN HIGH LOW', 'AB CD EF', 'GH IJ KL', 'MN OP QR', 'ST UV WX'];
const SIDE = 20;

/** Rows of print, the first `count` of them light on dark. */
function darkened(count: number, ground = 40, print = 250): GreyImage {
  const image = drawnText(ROWS, UNIT);
  const { width, pixels } = image;
  for (let y = 5 * UNIT; y < 5 * UNIT + count * PITCH; y++)
    for (let x = SIDE; x < width - SIDE; x++)
      pixels[y * width + x] = (pixels[y * width + x] ?? 0) < 128 ? print : ground;
  return image;
}

const rulesIn = (image: GreyImage) => rulesOf(image, printOf(image).mask, LETTER_HEIGHT, []);

test('a dark head of two lines has no rules around its light print', () => {
  const image = darkened(2);
  assert.ok(rulesIn(image).horizontal.length > 0);
  assert.deepEqual(rulesIn(withLightAreas(image, LETTER_HEIGHT)).horizontal, []);
});

test('light print in a dark head is dark on light, as the print below is', () => {
  const image = darkened(1);
  const { pixels } = withLightAreas(image, LETTER_HEIGHT);
  const plain = drawnText(ROWS, UNIT).pixels;
  const unlike = pixels.filter((shade, at) => Math.abs(shade - (plain[at] ?? 0)) > 128).length;
  assert.ok(unlike < 0.002 * pixels.length, `${unlike}`);
});

test('dark print on a grey box, and a bar without print, stay as they are', () => {
  const grey = darkened(3, 150, 0);
  assert.ok(withLightAreas(grey, LETTER_HEIGHT) === grey);
  const bar = darkened(3, 40, 40);
  assert.ok(withLightAreas(bar, LETTER_HEIGHT) === bar);
});
