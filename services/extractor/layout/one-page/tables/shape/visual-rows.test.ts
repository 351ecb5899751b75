import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sheet } from '../sheet.fixture.ts';
import { isMark, visualRows } from './visual-rows.ts';
import { toWords } from './words.ts';

const row = (text: string, size: number) => {
  const [only] = visualRows(toWords(new Sheet().text(text, 100, 100, { size }).page.items));
  return only ?? { words: [], size };
};

test('small figures and signs above a line are marks of footnotes, stray small words are not', () => {
  assert.ok(isMark(row('2', 6), 10));
  assert.ok(isMark(row('* †', 6), 10));
  assert.ok(!isMark(row('to to', 6), 10));
  assert.ok(!isMark(row('2', 9), 10));
});
