import assert from 'node:assert/strict';
import { test } from 'node:test';
import { softened } from './speckle.ts';

test('a speck fades into the paper, a stroke stays, and nothing moves', () => {
  const [width, height] = [9, 9];
  const pixels = new Uint8Array(width * height).fill(255);
  pixels[2 * width + 2] = 0;
  for (let y = 0; y < height; y++) pixels.fill(0, y * width + 5, y * width + 8);
  const soft = softened({ width, height, pixels });
  assert.equal(soft.pixels[2 * width + 2], 191);
  assert.equal(soft.pixels[2 * width + 6], 0);
  assert.equal(soft.pixels[0], 255);
});
