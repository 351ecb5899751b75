import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { WordBuilder } from './words.ts';

/** The words made of these glyphs, each given as text, left edge, width and height above the line. */
function shown(...glyphs: [text: string, x: number, width: number, raised?: number][]): string[] {
  const words = new WordBuilder();
  for (const [text, x, width, raised = 0] of glyphs)
    words.glyph(text, { x, y: 100 - raised, endX: x + width, endY: 100 - raised }, GLYPH_STYLE);
  words.close();
  return words.items.map(item => item.text);
}

test('an accent drawn before the letter it stands on becomes one with it', () => {
  assert.deepEqual(shown(['i', 0, 3], ['´', 3, 5], ['o', 3, 5], ['n', 8, 5]), ['ión']);
  assert.deepEqual(shown(['a', 0, 5], ['~', 5, 5], ['n', 5, 5.5], ['o', 10.5, 5]), ['año']);
});

test('an accent wider than its letter, and a letter without its dot, are one letter too', () => {
  assert.deepEqual(shown(['l', 0, 3], ['´', 2, 5], ['ı', 3, 3], ['n', 6, 5]), ['lín']);
});

test('an accent raised over a capital keeps the word whole', () => {
  assert.deepEqual(shown(['´', 1, 5, 2.5], ['E', 0, 7], ['l', 7, 3]), ['Él']);
});

test('an accent drawn after its letter is put on it', () => {
  assert.deepEqual(shown(['c', 0, 4.5], ['¸', 0, 4.5], ['a', 4.5, 5]), ['ça']);
});

test('a second accent joins the first', () => {
  assert.deepEqual(shown(['a', 0, 5], ['ˆ', 0, 5], ['´', 0, 5]), ['ấ']);
});

test('a sign beside a letter is no accent, nor one that no letter has', () => {
  assert.deepEqual(shown(['~', 0, 5], ['n', 5, 5]), ['~n']);
  assert.deepEqual(shown(['`', 0, 3], ['a', 3, 5]), ['`a']);
  assert.deepEqual(shown(['ˆ', 0, 5], ['q', 0, 5]), ['ˆ', 'q']);
  assert.deepEqual(shown(['a', 0, 5], ['ˆ', 20, 5]), ['a', 'ˆ']);
});
