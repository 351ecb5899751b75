import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossedRules, withoutStreaks } from './crossed-rules.ts';
import type { Box, GreyImage } from './engine.ts';
import { inkMask } from './pixels/ink.ts';
import { rulesOf } from './pixels/rules.ts';
import { drawnText, drawStroke } from './testing/drawn-text.ts';

const TEXT = ['THE QUICK BROWN FOX', 'JUMPS OVER THE DOGS', 'AND RUNS AWAY FROM', 'ALL OF THEM AT NOON'];
const UNIT = 5;
const lines: Box[] = TEXT.map((text, row) => {
  const top = (8 + 12 * row - 1) * UNIT;
  return { left: 7 * UNIT, top, right: (8 + 5.6 * text.length) * UNIT, bottom: top + 8 * UNIT };
});

function looked(image: GreyImage) {
  const mask = inkMask(image);
  const rules = rulesOf(image, mask, 6 * UNIT, lines);
  return { mask, rules, crossed: crossedRules(rules, lines, mask) };
}

test('a streak down the page, through words, is no rule, and is painted over beside its letters', () => {
  const image = drawnText(TEXT, UNIT);
  const x = (8 + 5.6 * 4 + 2) * UNIT;
  drawStroke(image, [x, 0], [x, image.height], 1);
  const { mask, rules, crossed } = looked(image);
  assert.equal(rules.vertical.length, 1);
  assert.deepEqual(crossed, rules.vertical);
  const { pixels, width } = withoutStreaks(image, crossed, lines, { ruleInk: rules.verticalInk, mask });
  const shades = [2, 7 + 12 + 3].map(row => pixels[row * UNIT * width + x]);
  assert.deepEqual(shades, [255, 255]);
});

test('a border between cells is a rule, though lines were found that reach over it', () => {
  const image = drawnText(
    TEXT.map(line => line.replace(/^(.{9}).../, '$1   ')),
    UNIT,
  );
  const x = (8 + 5.6 * 10 + 2) * UNIT;
  drawStroke(image, [x, 0], [x, image.height], 1);
  const { rules, crossed } = looked(image);
  assert.deepEqual([rules.vertical.length, crossed.length], [1, 0]);
});
