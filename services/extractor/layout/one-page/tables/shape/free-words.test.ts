import assert from 'node:assert/strict';
import test from 'node:test';
import { Sheet } from '../sheet.fixture.ts';
import { FreeWords } from './free-words.ts';
import { toWords } from './words.ts';

const textOf = (words: readonly { text: string }[]) => words.map(word => word.text).join(' ');

test('words between two heights are found without those that a table has taken', () => {
  const sheet = new Sheet().text('below', 60, 140).text('first', 60, 120).text('second', 60, 100);
  const words = new FreeWords(toWords(sheet.page.items));
  assert.equal(textOf(words.between(90, 130)), 'second first');
  const taken = words.between(110, 130);
  words.take(taken);
  assert.equal(textOf(words.between(90, 130)), 'second');
  assert.equal(textOf(words.all), 'below second');
  assert.equal(words.has(taken), false);
  assert.deepEqual(
    words.rows.map(row => textOf(row.words)),
    ['second', 'below'],
  );
});
