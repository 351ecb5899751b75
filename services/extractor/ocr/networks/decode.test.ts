import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoded } from './decode.ts';

const ALPHABET = ['', 'a', 'b', ' '];
const lettersOf = (classes: number[]) => ({
  classes: Int32Array.from(classes),
  probabilities: Float32Array.from(classes, () => 0.5),
  scores: Float32Array.from(classes, () => 20),
});

test('equal neighbours are one letter, and a column without one parts letters', () => {
  const read = decoded(lettersOf([0, 1, 1, 0, 1, 2, 3, 2]), ALPHABET);
  assert.equal(read.map(letter => letter.text).join(''), 'aab b');
  assert.deepEqual(read[0], { text: 'a', from: 1, to: 3, probability: 0.5 });
});

test('columns without letters are no text', () => {
  assert.deepEqual(decoded(lettersOf([0, 0, 0]), ALPHABET), []);
});

test('a mark that is read as typographic in one column and as straight in the next is one', () => {
  const marks = { classes: Int32Array.of(1, 2, 0, 2), probabilities: Float32Array.of(0.6, 0.9, 1, 0.9) };
  const letters = decoded({ ...marks, scores: new Float32Array(4) }, ['', "'", '’']);
  assert.deepEqual(
    letters.map(letter => letter.text),
    ['’', '’'],
  );
});
