import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripesAndBoxes } from './stripes.ts';

const area = (top: number, bottom: number) => ({ left: 0, right: 500, top, bottom });
const line = (top: number) => ({ left: 10, right: 100, top: top + 5, bottom: top + 25, words: [] });

test('two rows that touch and are shaded alike are two stripes', () => {
  const areas = [area(0, 60), area(90, 120), area(150, 180)];
  const lines = [0, 30, 60, 90, 120, 150].map(line);
  assert.deepEqual(
    stripesAndBoxes(areas, lines).map(({ top, bottom }) => [top, bottom]),
    [
      [0, 30],
      [30, 60],
      [90, 120],
      [150, 180],
    ],
  );
});

test('a row of two lines among stripes stays one', () => {
  const areas = [area(0, 45), area(90, 120), area(150, 180)];
  assert.equal(stripesAndBoxes(areas, [0, 20, 60, 90, 120, 150].map(line)).length, 3);
});

test('a head shaded alone is no stripe, a box of several lines is kept', () => {
  assert.deepEqual(stripesAndBoxes([area(0, 30)], [0, 30, 60].map(line)), []);
  assert.equal(stripesAndBoxes([area(0, 90)], [0, 30, 60].map(line)).length, 1);
});
