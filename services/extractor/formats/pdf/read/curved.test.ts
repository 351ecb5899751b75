import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCurvesJoined } from './curved.ts';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { WordBuilder } from './words.ts';

const DEGREES = 180 / Math.PI;

/** Letters five points wide on a circle, `step` degrees apart; a space is drawn as a glyph. */
function onCircle(text: string, { from = 60, step = -10, radius = 40 } = {}) {
  const words = new WordBuilder();
  [...text].forEach((letter, at) => {
    const [turn, place] = [from + at * step, (90 + from + at * step) / DEGREES];
    const [x, y] = [100 + radius * Math.cos(place), 100 - radius * Math.sin(place)];
    const [directionX, directionY] = [Math.cos(turn / DEGREES), -Math.sin(turn / DEGREES)];
    const end = { endX: x + 5 * directionX, endY: y + 5 * directionY };
    words.glyph(letter, { x, y, ...end }, { ...GLYPH_STYLE, directionX, directionY });
  });
  words.close();
  return words.items;
}

const textsOf = (items: ReturnType<typeof onCircle>) => withCurvesJoined(items).map(({ text }) => text);

test('letters along a curve are one text, with the spaces that were drawn', () => {
  assert.deepEqual(textsOf(onCircle('全国统一发票监制章')), ['全国统一发票监制章']);
  assert.deepEqual(textsOf(onCircle('CITY OF LUND')), ['CITY OF LUND']);
});

test('a curve whose last letter was drawn first is read from its first, but for Hebrew', () => {
  const backwards = (text: string) => textsOf(onCircle(text, { from: -60, step: 10 }));
  assert.deepEqual(backwards('章制监票发一统国全'), ['全国统一发票监制章']);
  assert.deepEqual(backwards('DNUL FO YTIC'), ['CITY OF LUND']);
  assert.deepEqual(backwards('שלוםו'), [...'שלוםו']);
});

test('letters that stand at two angles, or far from each other, are none', () => {
  assert.equal(textsOf(onCircle('ABC')).length, 3);
  assert.equal(textsOf(onCircle('ABCD', { step: -20, radius: 200 })).length, 4);
});

test('what is upright stays as it is', () => {
  assert.deepEqual(textsOf(onCircle('ABCD', { from: 0, step: 0 })), ['A', 'B', 'C', 'D']);
});
