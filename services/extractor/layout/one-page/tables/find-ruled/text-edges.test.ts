import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('columns that are drawn in the head only are kept by the text below', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 500);
  for (const x of [90, 500]) sheet.down(x, 100, 180);
  for (const x of [240, 390]) sheet.down(x, 100, 120);
  sheet.row(114, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(1), FRUIT);
});

test('a head without lines between its labels has one over each column of the drawn cells', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [120, 140, 160, 180]).across(100, 90, 500);
  for (const x of [90, 500]) sheet.down(x, 100, 120);
  sheet.row(114, [150, 290, 430], ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows)[0], ['Fruit', 'Count', 'Price']);
});

test('a title over all columns stays one, however its words are set apart', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [120, 140, 160, 180]).across(100, 90, 500);
  for (const x of [90, 500]) sheet.down(x, 100, 120);
  sheet.row(114, [110, 290], ['Fruit', 'of the market']);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.equal(only(sheet).rows[0]?.length, 1);
});
