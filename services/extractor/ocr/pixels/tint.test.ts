import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { inkComponents } from './components.ts';
import { inkMask } from './ink.ts';
import { withoutTints } from './tint.ts';

const page = drawnText(['HELLO WORLD'], 4);
const componentsOf = (image: typeof page) => inkComponents(inkMask(image));

test('a tint of dots is painted over, the letters on it stay', () => {
  const dotted = { ...page, pixels: page.pixels.slice() };
  for (let y = 2; y < page.height; y += 6)
    for (let x = 2; x < page.width; x += 6)
      for (const at of [0, 1, page.width, page.width + 1]) dotted.pixels[y * page.width + x + at] = 60;
  const before = componentsOf(dotted).length;
  const after = componentsOf(withoutTints(dotted, componentsOf(dotted), 24, 255)).length;
  assert.ok(before > 500 && after < 60, `${before} -> ${after}`);
});

test('a page without tints stays as it is', () => {
  assert.equal(withoutTints(page, componentsOf(page), 24, 255), page);
});
