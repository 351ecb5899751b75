import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('wrapped lines of a cell are joined and a line-end hyphen goes', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 140, 160]);
  sheet
    .text('A long expla-', 100, 114)
    .text('nation here', 100, 126)
    .text('12', 250, 114)
    .row(154, THREE, ['b', '13']);
  assert.deepEqual(texts(only(sheet).rows)[0], ['A long explanation here', '12']);
});

test('errors of a value that stand above each other are read one after the other', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 140]).row(114, THREE, ['Width', '0.04']);
  for (const [baseline, sign, digits] of [
    [109, '+', '12'],
    [117, '−', '35'],
  ] as const)
    sheet.text(sign, 270, baseline, { size: 7 }).text(digits, 273.5, baseline, { size: 7 });
  assert.deepEqual(texts(only(sheet.row(134, THREE, ['Depth', '7'])).rows)[0], ['Width', '0.04⁺¹²−35']);
});
