import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { withLevelWords } from './side-by-side.ts';
import { WordBuilder } from './words.ts';

/** Letters of a font for vertical writing, each drawn at its own position. */
function drawn(letters: [string, number, number][]) {
  const words = new WordBuilder();
  for (const [text, x, y] of letters)
    words.glyph(text, { x, y, endX: x, endY: y + 10 }, { ...GLYPH_STYLE, directionX: 0, directionY: 1 });
  words.close();
  return withLevelWords(words.items).map(({ text, left, angle }) => [text, left, angle]);
}

test('letters of a vertical font set side by side are level words, parted where a space was drawn', () => {
  const stamp: [string, number, number][] = [
    ['b', 100, 50],
    ['y', 106, 50],
    [' ', 110, 58],
    ['m', 114, 50],
    ['e', 122, 50],
  ];
  assert.deepEqual(drawn(stamp), [
    ['by', 100, 0],
    ['me', 114, 0],
  ]);
});

test('letters below each other stay a column', () => {
  const column: [string, number, number][] = [
    ['川', 100, 50],
    ['の', 100, 60],
  ];
  assert.deepEqual(drawn(column), [['川の', 100, -90]]);
});
