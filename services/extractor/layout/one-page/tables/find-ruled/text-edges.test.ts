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
