import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { inkComponents } from './components.ts';
import { inkMask, isBlank, paperShade } from './ink.ts';

const filled = (shade: (x: number) => number) => ({
  width: 120,
  height: 80,
  pixels: Uint8Array.from({ length: 9600 }, (_, at) => shade(at % 120)),
});

test('an even shade and a slow shadow hold no ink', () => {
  assert.equal(inkComponents(inkMask(filled(() => 120))).length, 0);
  assert.equal(inkComponents(inkMask(filled(x => 250 - x))).length, 0);
});

test('scanner noise is blank, a word is not', () => {
  assert.equal(isBlank(filled(x => 240 + (x % 7))), true);
  assert.equal(isBlank(drawnText(['HI'])), false);
});

test('white print on black is not blank either', () => {
  const image = drawnText(['HI']);
  const inverse = { ...image, pixels: image.pixels.map(shade => 255 - shade) };
  assert.equal(isBlank(inverse), false);
  assert.equal(paperShade(inverse), 0);
});

test('ink at the edges of a picture of odd sides is seen', () => {
  const pixels = new Uint8Array(41 * 31).fill(250);
  const corners = [0, 40, 30 * 41, 31 * 41 - 1];
  for (const at of corners) pixels[at] = 20;
  const { ink } = inkMask({ width: 41, height: 31, pixels });
  assert.deepEqual(
    [...ink.keys()].filter(at => ink[at] === 1),
    corners,
  );
});
