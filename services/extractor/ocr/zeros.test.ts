import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withZeros } from './zeros.ts';

/** A table with one word in each cell. */
function read(...rows: string[]): string[] {
  const lines = rows.flatMap((row, down) =>
    row.split(' ').map((text, across) => {
      const box = { left: 100 * across, right: 100 * across + 20, top: 40 * down, bottom: 40 * down + 30 };
      return { ...box, words: [{ ...box, text, confidence: 90 }] };
    }),
  );
  const texts = withZeros(lines).map(line => line.words[0]?.text);
  return rows.map(row => texts.splice(0, row.split(' ').length).join(' '));
}

test('a round letter alone among figures of its row and column is a zero', () => {
  assert.deepEqual(read('Runs Hits Outs', '3 O 1', '2 1 o'), ['Runs Hits Outs', '3 0 1', '2 1 0']);
});

test('a group among letters, and circles to tick beside numbers, are none', () => {
  const groups = ['Age Group Doses', '31 A 2', '24 O 3', '52 B 1'];
  assert.deepEqual(read(...groups), groups);
  const choices = ['1 O', '2 O', '3 O', '4 O'];
  assert.deepEqual(read(...choices), choices);
});
