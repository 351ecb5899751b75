import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDashBullets } from './dash-bullets.ts';
import type { RecognizedLine } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { inkOf, lineAt, PITCH_PX, textsOf } from './testing/drawn-lines.ts';

const dashAt = (left: number, row: number, width = 9): Component => ({
  ...{ left, top: PITCH_PX * row + 21, right: left + width, bottom: PITCH_PX * row + 24 },
  area: 3 * width,
});

const ITEMS = [0, 1, 2].map(row => lineAt(100, row, 'move', 'on'));
const INK = ITEMS.flatMap(inkOf);

test('dashes that the reader passed over open their lines', () => {
  const short = [0, 1, 2].map(row => dashAt(60, row));
  const long = [0, 1, 2].map(row => dashAt(60, row, 15));
  assert.deepEqual(textsOf(withDashBullets(ITEMS, [...INK, ...short])), Array(3).fill('- move on'));
  assert.deepEqual(textsOf(withDashBullets(ITEMS, [...INK, ...long])), Array(3).fill('– move on'));
});

test('a dash whose fellow in the list was read is one, too', () => {
  const [first, second] = ITEMS as [RecognizedLine, RecognizedLine];
  const dash = { ...dashAt(60, 0), text: '-', confidence: 99 };
  const lines = [{ ...first, words: [dash, ...first.words] }, second];
  assert.deepEqual(
    textsOf(withDashBullets(lines, [...INK, dashAt(60, 0), dashAt(60, 1)])),
    Array(2).fill('- move on'),
  );
});

test('a single dash, one between words, one far off, a rule and a cell that was read are no bullets', () => {
  const unchanged = (pieces: Component[], lines = ITEMS) =>
    assert.deepEqual(textsOf(withDashBullets(lines, [...INK, ...pieces])), textsOf(lines));
  const dashes = [0, 1, 2].map(row => dashAt(60, row));
  unchanged([dashAt(60, 0)]);
  unchanged([0, 1, 2].map(row => dashAt(10, row)));
  unchanged([0, 1, 2].map(row => dashAt(50, row, 40)));
  const before = [0, 1, 2].map(row => lineAt(-80, row, 'so')).map(line => ({ ...line, right: 30 }));
  unchanged([...dashes, ...before.flatMap(inkOf)], [...ITEMS, ...before]);
  const cells = [0, 1, 2].map(row => {
    const { left, right, top, bottom } = dashAt(60, row);
    return { left, right, top, bottom, words: [{ left, right, top, bottom, text: '-', confidence: 99 }] };
  });
  unchanged(dashes, [...ITEMS, ...cells]);
});

test('a page of grain as large as dashes is not looked through', () => {
  const grain = Array.from({ length: 30_001 }, (_, at) => dashAt(500 + at, 30));
  const dashes = [0, 1, 2].map(row => dashAt(60, row));
  assert.deepEqual(textsOf(withDashBullets(ITEMS, [...INK, ...dashes, ...grain])), textsOf(ITEMS));
});
