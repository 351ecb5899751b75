import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unstacked } from './stacked-figures.ts';

const LETTER_PX = 16;
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const LINES = [0, 40, 80, 120].map(top => box(0, top, 300, top + 32));

test('a box around two figures of one column is a box for each', () => {
  const stack = box(400, 0, 432, 66);
  const figures = [box(410, 8, 421, 27), box(410, 39, 421, 58)];
  const [first, second] = unstacked([...LINES, stack], figures, LETTER_PX).slice(LINES.length);
  assert.deepEqual(first, box(400, 0, 432, 33));
  assert.deepEqual(second, box(400, 33, 432, 66));
});

test('a large figure, a word and lines of usual height stay as they are', () => {
  const large = box(400, 0, 450, 66);
  const word = box(500, 0, 640, 66);
  const pieces = [box(410, 8, 440, 58), box(510, 8, 521, 27), box(530, 39, 541, 58)];
  const lines = [...LINES, large, word];
  assert.deepEqual(unstacked(lines, pieces, LETTER_PX), lines);
});
