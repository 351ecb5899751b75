import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSmallLetters } from './letter-case.ts';

/** A word of 100 pixels an em, on a base line at 200. */
function line(text: string, left: number, height: number) {
  const box = { left, right: left + 50, top: 200 - height, bottom: 200 };
  return { ...box, words: [{ ...box, text, confidence: 90 }] };
}
const textsOf = (lines: Parameters<typeof withSmallLetters>[0]) =>
  withSmallLetters(lines).flatMap(({ words }) => words.map(({ text }) => text));

test('a letter alone in its cell is small where it is as low as small ones', () => {
  assert.deepEqual(textsOf([line('Audit', 0, 69), line('X', 300, 46), line('0', 600, 47)]), [
    'Audit',
    'x',
    'o',
  ]);
});

test('capitals and figures stay, and what stands beside nothing', () => {
  assert.deepEqual(textsOf([line('Audit', 0, 69), line('X', 300, 69), line('0', 600, 70)]), [
    'Audit',
    'X',
    '0',
  ]);
  assert.deepEqual(textsOf([line('X', 300, 46)]), ['X']);
});

test('in boxes that hold a letter each, one as high as a figure or capital beside it is none of the small ones', () => {
  const label = line('Phone:', 0, 90);
  assert.deepEqual(textsOf([label, line('0', 300, 48), line('7', 340, 49), line('0', 380, 48)]), [
    'Phone:',
    '0',
    '7',
    '0',
  ]);
  assert.deepEqual(textsOf([line('Audit', 0, 69), line('7', 300, 69), line('0', 340, 46)])[2], 'o');
});
