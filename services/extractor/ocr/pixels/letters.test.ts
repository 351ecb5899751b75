import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { inkComponents } from './components.ts';
import { inkMask } from './ink.ts';
import { largestHeight, letterHeight, lettersOf } from './letters.ts';

const text = drawnText(['THE QUICK BROWN FOX', 'JUMPS OVER THE DOGS', 'AND RUNS AWAY FROM']);
const lettersIn = (image: typeof text) => lettersOf(inkComponents(inkMask(image)));

test('each letter is one piece of ink', () => {
  assert.equal(lettersIn(drawnText(['HELLO'])).length, 5);
});

test('the height of letters is measured in pixels', () => {
  assert.ok(Math.abs(letterHeight(lettersIn(text)) - 27) <= 2);
});

test('solid boxes and headlines do not change the height of the print', () => {
  const boxes = [0, 200, 400].map(left => ({ left, right: left + 180, top: 300, bottom: 460, area: 28_000 }));
  assert.ok(Math.abs(letterHeight([...lettersIn(text), ...boxes]) - 27) <= 2);
  assert.equal(largestHeight([...lettersIn(text), ...boxes]), 160);
});

test('without letters there is no height', () => {
  assert.equal(letterHeight([]), 0);
});
