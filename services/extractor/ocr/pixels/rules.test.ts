import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText, drawStroke } from '../testing/drawn-text.ts';
import { inkMask } from './ink.ts';
import { rulesOf, withoutRules } from './rules.ts';

const LETTER_HEIGHT = 27;

function ruledText() {
  const image = drawnText(['HELLO WORLD', 'AND', 'AGAIN']);
  const clean = { ...image, pixels: image.pixels.slice() };
  drawStroke(image, [10, 15], [image.width - 10, 15], 1.5);
  drawStroke(image, [10, 15], [10, image.height - 20], 1.5);
  return { image, clean };
}

test('long straight ink is a rule, letters are none', () => {
  const { image } = ruledText();
  const { horizontal, vertical } = rulesOf(image, inkMask(image), LETTER_HEIGHT, null);
  assert.equal(horizontal.length, 1);
  assert.equal(vertical.length, 1);
});

test('painting the rules leaves the letters as they were', () => {
  const { image, clean } = ruledText();
  const mask = inkMask(image);
  const painted = withoutRules(image, mask, rulesOf(image, mask, LETTER_HEIGHT, null), 255);
  const dark = (pixels: Uint8Array) => pixels.filter(shade => shade < 128).length;
  assert.equal(dark(painted.pixels), dark(clean.pixels));
});

test('an underline that meets no other rule stays', () => {
  const image = drawnText(['HELLO WORLD AGAIN AND AGAIN AND AGAIN']);
  drawStroke(image, [30, 62], [170, 62], 1.5);
  const mask = inkMask(image);
  const rules = rulesOf(image, mask, LETTER_HEIGHT, null);
  assert.equal(rules.horizontal.length, 1);
  assert.deepEqual(withoutRules(image, mask, rules, 255).pixels, image.pixels);
});
