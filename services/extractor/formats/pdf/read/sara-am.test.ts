import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { WordBuilder } from './words.ts';

/** Glyphs one after the other; a sign given as [text, width] has that width. */
function read(...glyphs: readonly (string | readonly [string, number])[]): string {
  const words = new WordBuilder();
  let x = 50;
  for (const glyph of glyphs) {
    const [text, width] = typeof glyph === 'string' ? [glyph, 5] : glyph;
    words.glyph(text, { x, y: 100, endX: x + width, endY: 100 }, GLYPH_STYLE);
    x += width;
  }
  words.close();
  return words.items.map(({ text, spaceBefore }, at) => (at > 0 && spaceBefore ? ` ${text}` : text)).join('');
}

const RING = [' ', 0] as const;

test('a space without width between a Thai consonant and sara aa is the ring of sara am', () => {
  assert.equal(read('บ', 'ท', 'น', RING, 'า'), 'บทนำ');
  assert.equal(read('น', RING, ['้', 0], 'า', 'ต', 'า'), 'น้ำตา');
  assert.equal(read('น', ['้', 0], RING, 'า'), 'น้ำ');
});

test('a ring that is named makes one letter with sara aa, too', () => {
  assert.equal(read('ท', ['ํ', 0], 'า'), 'ทำ');
  assert.equal(read('น', ['ํ', 0], ['้', 0], 'า'), 'น้ำ');
});

test('other spaces in Thai stay spaces', () => {
  assert.equal(read('ก', [' ', 3], 'า'), 'ก า');
  assert.equal(read('ก', RING, 'ข'), 'ก ข');
  assert.equal(read('ก', RING, 'A'), 'ก A');
  assert.equal(read('A', RING, 'B'), 'A B');
  assert.equal(read('ก', RING), 'ก');
});

test('a sara am that is said of its ring, and once more in part of its other half, is one', () => {
  const words = new WordBuilder();
  for (const [text, x, endX] of [
    ['น', 50, 56],
    ['ำ', 56, 56],
    ['า', 56, 60],
  ] as const)
    words.glyph(text, { x, y: 100, endX, endY: 100 }, GLYPH_STYLE);
  words.close();
  assert.deepEqual(
    words.items.map(({ text }) => text),
    ['นำ'],
  );
});
