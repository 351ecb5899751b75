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

test('numbers that end and remarks that begin at one strip are two columns though most rows have no remark', () => {
  const sheet = new Sheet().across(104, 90, 500);
  sheet.row(100, [100, 235, 274], ['Date', 'Balance', 'Remark']);
  ['', 'rent', '', '', 'repair', '', 'winter fee', ''].forEach((remark, i) => {
    sheet.row(120 + 18 * i, [100, 235, 274], [`0${i + 1}.05.`, '1490.72', remark]);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(0, 3), [
    ['Date', 'Balance', 'Remark'],
    ['01.05.', '1490.72', ''],
    ['02.05.', '1490.72', 'rent'],
  ]);
});

test('places of an invoice as near to their texts as words are a column though its sums leave both blank', () => {
  const sheet = new Sheet().across(104, 90, 500);
  sheet.row(100, [100, 121, 300, 400], ['Pos', 'Description', 'Count', 'Amount']);
  ['Inspection', 'Galvanised bolts', 'Rope, 12 mm', 'Oak planks, planed'].forEach((text, i) => {
    sheet.row(120 + 18 * i, [110, 121, 320, 410], [`${i + 1}`, text, '7', '9.30']);
  });
  for (const i of [4, 5, 6]) sheet.row(120 + 18 * i, [280, 405], ['Subtotal', '27.90']);
  const rows = texts(only(sheet).rows);
  assert.deepEqual(rows.slice(0, 2), [
    ['Pos', 'Description', 'Count', 'Amount'],
    ['1', 'Inspection', '7', '9.30'],
  ]);
});
