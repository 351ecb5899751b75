import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { evenlyLit } from './shade.ts';

const page = drawnText(['THE QUICK BROWN FOX', 'JUMPS OVER THE LAZY', 'DOG AND RUNS AWAY'], 6);
const shaded = (share: (x: number, y: number) => number) => ({
  ...page,
  pixels: page.pixels.map(
    (shade, at) => shade * share((at % page.width) / page.width, Math.floor(at / page.width) / page.height),
  ),
});

test('paper that grows darker to one side becomes as light as its lightest', () => {
  const { pixels } = evenlyLit(shaded(x => 0.35 + 0.65 * x));
  const middle = 20 * page.width;
  const row = pixels.slice(middle, middle + page.width);
  assert.ok(Math.min(...row) > 200, String(Math.min(...row)));
});

test('evenly lit paper stays as it is', () => {
  assert.equal(evenlyLit(page), page);
  const grey = shaded(() => 0.6);
  assert.equal(evenlyLit(grey), grey);
});

test('a dark box on paper is no shadow', () => {
  const boxed = shaded((x, y) => (x > 0.3 && x < 0.7 && y > 0.3 && y < 0.7 ? 0.4 : 1));
  assert.equal(evenlyLit(boxed), boxed);
});
