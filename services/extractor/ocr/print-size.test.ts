import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baselineOf, emOf } from './print-size.ts';

/** The ink of a word on a base line at 100, in pixels above and below it. */
const word = (text: string, above: number, below = 0) => [
  { text, left: 0, right: 100, top: 100 - above, bottom: 100 + below, confidence: 99 },
];

/** The ink of words in print of 100 pixels an em. */
const PRINT: readonly (readonly [text: string, above: number, below: number])[] = [
  ['more', 46, 0],
  ['Highly', 69, 21],
  ['mirrors', 68, 0],
  ['énorme', 69, 0],
  ['форма', 69, 21],
  ['місто', 68, 0],
  ['日本語', 85, 9],
  ['한국어', 85, 9],
  ['กรุณา', 56, 21],
  ['ไม่พบ', 82, 0],
  ['नाम', 64, 0],
  ['हिन्दी', 86, 22],
  ['نظام', 62, 22],
  ['מערכת', 54, 0],
];

test('print of one size is so in any script, whichever letters a word has', () => {
  for (const [text, above, below] of PRINT) {
    const size = emOf(word(text, above, below));
    assert.ok(Math.abs(size - 100) < 12, `${text}: ${size}`);
    assert.ok(Math.abs(baselineOf(word(text, above, below)) - 100) < 3, text);
  }
});
