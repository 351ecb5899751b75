import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completedLines, readUpright } from './read-upright.ts';
import type { Shape } from './reader.ts';
import { drawnText } from './testing/drawn-text.ts';

const SPARSE = Array.from({ length: 12 }, () => 'AB    CD    EF    GH    KL    MN');

test('where one box after the other holds nothing to read, the rest are not asked', async () => {
  const asked: Shape[] = [];
  const blind = {
    read: async (_: unknown, shape: Shape) => {
      asked.push(shape);
      return [];
    },
  };
  const lines = await completedLines(blind, await readUpright(blind, drawnText(SPARSE)));
  assert.deepEqual(lines, []);
  assert.equal(asked.filter(shape => shape === 'line').length, 40);
});
