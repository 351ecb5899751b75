import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loneSigns, withDashes } from './lone-signs.ts';

const LETTER_PX = 20;
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const piece = (left: number, top: number, right: number, bottom: number) => ({
  ...box(left, top, right, bottom),
  area: 100,
});

/** Three rows of three cells, with no line in the middle one. */
const CELLS = [0, 60, 120].flatMap(top =>
  [0, 200, 400].flatMap(left => (top === 60 && left === 200 ? [] : [box(left, top, left + 100, top + 30)])),
);

test('a dash alone in a cell is a sign, and as large as its row', () => {
  const signs = loneSigns([piece(240, 74, 250, 77)], CELLS, [], LETTER_PX);
  assert.deepEqual(
    signs.map(({ dash }) => dash),
    ['-'],
  );
  const words = [{ ...box(0, 61, 100, 84), text: 'on', confidence: 90 }];
  const lines = withDashes([{ ...box(0, 60, 100, 90), words }], signs);
  const dash = lines.find(line => line.words[0]?.text === '-');
  assert.equal(dash?.bottom, 84);
});

test('a figure alone in a cell is read in the height of its row', () => {
  const [sign] = loneSigns([piece(245, 64, 255, 86)], CELLS, [], LETTER_PX);
  assert.equal(sign?.dash, null);
  assert.deepEqual([sign?.top, sign?.bottom], [60, 90]);
});

test('specks between lines, rows of dots and what stands in no column are no signs', () => {
  assert.deepEqual(loneSigns([piece(240, 44, 250, 47)], CELLS, [], LETTER_PX), []);
  const dots = [220, 232, 244, 256].map(left => piece(left, 74, left + 8, 77));
  assert.deepEqual(loneSigns(dots, CELLS, [], LETTER_PX), []);
  assert.deepEqual(loneSigns([piece(700, 74, 710, 77)], CELLS, [], LETTER_PX), []);
});

test('a column that holds single figures alone is found though it has no line', () => {
  const rows = [0, 35, 70, 105];
  const cells = rows.flatMap(top => [0, 400].map(left => box(left, top, left + 100, top + 30)));
  const ones = rows.map(top => piece(245, top + 4, 252, top + 24));
  assert.equal(loneSigns(ones, cells, [], LETTER_PX).length, rows.length);
  assert.deepEqual(loneSigns(ones.slice(0, 2), cells.slice(0, 4), [], LETTER_PX), []);
});

test('figures that stand as close to each other as tight rows are single ones', () => {
  const rows = [0, 32, 64, 96];
  const cells = rows.flatMap(top => [0, 400].map(left => box(left, top, left + 100, top + 30)));
  const twos = rows.map(top => piece(245, top + 4, 257, top + 24));
  assert.equal(loneSigns(twos, cells, [], LETTER_PX).length, rows.length);
});
