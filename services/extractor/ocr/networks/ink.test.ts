import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkOf, tightened } from './ink.ts';

const [WIDTH, HEIGHT] = [120, 48];

/** A strip of paper with these boxes of ink: left, top, width, height. */
function strip(...boxes: readonly (readonly [number, number, number, number])[]) {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(250);
  for (const [left, top, width, height] of boxes)
    for (let y = top; y < top + height; y++) pixels.fill(10, y * WIDTH + left, y * WIDTH + left + width);
  return inkOf({ width: WIDTH, height: HEIGHT, pixels });
}

const rowsOf = (ink: ReturnType<typeof strip>, text?: string) => {
  const { top, bottom } = tightened(ink, { left: 0, right: WIDTH }, text);
  return [top, bottom];
};

const LETTERS = [10, 20, 90, 14] as const;
const SPECKS = [
  [40, 16, 2, 2],
  [70, 37, 2, 2],
] as const;

test('a word is as high as its letters, without the specks around it', () => {
  assert.deepEqual(rowsOf(strip(LETTERS), 'news'), [20, 34]);
  assert.deepEqual(rowsOf(strip(LETTERS, ...SPECKS), 'news'), [20, 34]);
  assert.deepEqual(rowsOf(strip(LETTERS, [40, 13, 2, 1], [70, 17, 2, 2]), 'news'), [20, 34]);
  assert.deepEqual(rowsOf(strip(LETTERS, [40, 12, 4, 6]), 'news'), [12, 34]);
});

test('the dots of letters and the tails of commas belong to their word, as whatever stands where nobody knows what is written', () => {
  assert.deepEqual(rowsOf(strip(LETTERS, ...SPECKS), 'mini'), [16, 34]);
  assert.deepEqual(rowsOf(strip(LETTERS, ...SPECKS), 'être'), [16, 39]);
  assert.deepEqual(rowsOf(strip(LETTERS, ...SPECKS), 'news,'), [20, 39]);
  assert.deepEqual(rowsOf(strip(LETTERS, ...SPECKS)), [16, 39]);
});

test('a mark that is as small as a speck and stands alone is what was read', () => {
  assert.deepEqual(rowsOf(strip([40, 25, 2, 2]), '-'), [25, 27]);
});
