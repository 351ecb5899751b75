import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from './testing/drawn-text.ts';
import { looksLikeText } from './text-likeness.ts';

test('a line of print looks like text', () => {
  assert.equal(looksLikeText(drawnText(['HELLO WORLD'])), true);
});

test('a blank picture and a slow shadow do not', () => {
  const shadow = Uint8Array.from({ length: 30_000 }, (_, at) => at % 200);
  assert.equal(looksLikeText({ width: 200, height: 150, pixels: shadow }), false);
  assert.equal(looksLikeText({ width: 200, height: 150, pixels: shadow.fill(255) }), false);
});

test('scattered blots do not', () => {
  const pixels = new Uint8Array(90_000).fill(255);
  for (let blot = 0; blot < 60; blot++) {
    const at = ((blot * 7919) % 290) * 300 + ((blot * 104_729) % 290);
    for (let y = 0; y < 3 + (blot % 9); y++) pixels.fill(0, at + y * 300, at + y * 300 + 6);
  }
  assert.equal(looksLikeText({ width: 300, height: 300, pixels }), false);
});
