import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignShare, hasStrayIdeograph } from './alphabets.ts';

const ALPHABET = ['', 'e', 'ê', 'ț'];
const columns = (letters: string, scores: number[]) => ({
  classes: Int32Array.from(letters, letter => ALPHABET.indexOf(letter.trim())),
  scores: Float32Array.from(scores),
});

test('columns that score low show a letter that the alphabet lacks', () => {
  assert.equal(foreignShare(columns('eêe ', [20, 3, 18, 15]), ALPHABET), 0.25);
});

test('a letter that training saw few of scores low and is right', () => {
  assert.equal(foreignShare(columns('eț e', [20, -1, 15, 18]), ALPHABET), 0);
});

test('a single ideograph beside other letters is a worn star, two are Chinese', () => {
  assert.deepEqual(['25.70米', '米:6%', '5月', '第5条', '年'].map(hasStrayIdeograph), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
