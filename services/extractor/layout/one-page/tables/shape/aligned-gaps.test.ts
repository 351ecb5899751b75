import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

test('columns as near as words are found where words begin under each other', () => {
  const sheet = new Sheet().across(88, 90, 500).across(104, 90, 500).across(190, 90, 500);
  sheet.row(100, [100, 127, 300], ['Id', 'Plant', 'Height']);
  [
    ['K1', 'Oak', '12.5'],
    ['K2', 'Silver birch', '9.0'],
    ['K3', 'Beech', '11.0'],
    ['K4', 'Common ash', '8.5'],
  ].forEach((row, i) => {
    sheet.row(120 + 18 * i, [100, 127, 300], row);
  });
  const [head, first, second] = texts(only(sheet).rows);
  assert.deepEqual(
    [head, first, second],
    [
      ['Id', 'Plant', 'Height'],
      ['K1', 'Oak', '12.5'],
      ['K2', 'Silver birch', '9.0'],
    ],
  );
});
