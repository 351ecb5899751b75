import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { drawnText } from '../testing/drawn-text.ts';
import { inkMask } from './ink.ts';
import { rulesOf } from './rules.ts';

const LETTER_HEIGHT = 18;
const PAPER = 245;

function paper(width: number, height: number): GreyImage {
  return { width, height, pixels: new Uint8Array(width * height).fill(PAPER) };
}

function fill(
  { width, pixels }: GreyImage,
  x: number,
  y: number,
  across: number,
  down: number,
  shade: number,
) {
  for (let row = y; row < y + down; row++) pixels.fill(shade, row * width + x, row * width + x + across);
}

/** A grid of three columns and three rows whose lines consist of `dash` pixels of ink and as many of paper in turn. */
function grid(dash: number): GreyImage {
  const image = paper(640, 240);
  for (const y of [30, 90, 150, 210]) for (let x = 20; x < 620; x += 2 * dash) fill(image, x, y, dash, 2, 40);
  for (const x of [20, 220, 420, 618])
    for (let y = 30; y < 210; y += 2 * dash) fill(image, x, y, 2, dash, 40);
  return image;
}

const rulesIn = (image: GreyImage) => rulesOf(image, inkMask(image), LETTER_HEIGHT, []);

test('a grid of dots and one of dashes has its rules from end to end', () => {
  for (const dash of [2, 7]) {
    const { horizontal, vertical } = rulesIn(grid(dash));
    assert.equal(horizontal.length, 4);
    assert.equal(vertical.length, 4);
    for (const { left, right } of horizontal) assert.ok(left < 40 && right > 600);
    for (const { top, bottom } of vertical) assert.ok(top < 50 && bottom > 190);
  }
});

test('a light grey hairline that is no ink is a rule', () => {
  const image = paper(640, 120);
  fill(image, 40, 60, 560, 1, PAPER - 20);
  assert.equal(rulesIn(image).horizontal.length, 1);
});

test('a row of dashes that no rule meets is print', () => {
  const image = paper(640, 120);
  for (let x = 40; x < 600; x += 12) fill(image, x, 60, 8, 2, 40);
  assert.deepEqual(rulesIn(image).horizontal, []);
});

test('letters below each other are no rule', () => {
  const image = drawnText(Array.from({ length: 6 }, () => 'LILLE HELLO HILL'));
  const lines = Array.from({ length: 6 }, (_, row) => ({
    left: 20,
    right: 400,
    top: 24 + 48 * row,
    bottom: 64 + 48 * row,
  }));
  const { horizontal, vertical } = rulesOf(image, inkMask(image), LETTER_HEIGHT, lines);
  assert.deepEqual([...horizontal, ...vertical], []);
});

test('a light grey line that is thicker than a hairline is a rule', () => {
  const image = paper(640, 120);
  fill(image, 40, 60, 560, 7, PAPER - 20);
  assert.equal(rulesIn(image).horizontal.length, 1);
});

test('a line across ends where it does, though specks of noise go on from it', () => {
  const image = paper(1000, 120);
  fill(image, 200, 60, 600, 1, PAPER - 30);
  for (const x of [80, 100, 128, 160, 812, 840, 868, 900]) fill(image, x, 60, 10, 1, PAPER - 12);
  const [rule] = rulesIn(image).horizontal;
  assert.ok(rule && rule.left > 180 && rule.right < 820, `${rule?.left} ${rule?.right}`);
});

test('what shows above and below a line of print alone, at grain’s length, is no rule through it', () => {
  const image = paper(200, 200);
  for (const [top, height] of [
    [40, 24],
    [104, 16],
  ] as const)
    fill(image, 100, top, 2, height, 205);
  const print = [{ left: 10, top: 64, right: 190, bottom: 104 }];
  assert.deepEqual(rulesOf(image, inkMask(image), LETTER_HEIGHT, print).vertical, []);
  fill(image, 100, 24, 2, 144, 205);
  assert.equal(rulesOf(image, inkMask(image), LETTER_HEIGHT, print).vertical.length, 1);
});
