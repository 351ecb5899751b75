import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

/** Shaded cell by cell, as a filing's tables are: labels, room, currency, amount, bracket or percent sign. */
const EDGES = [250, 258, 268, 320, 330, 340, 390, 400];
const filing = () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 160, 200]) sheet.across(y, 90, 410, EDGES);
  return sheet.text('2022', 296, 114, { bold: true }).text('Share', 355, 114, { bold: true });
};

test('currency, percent signs and room in cells of their own belong to their amounts', () => {
  const sheet = filing();
  [
    ['Revenue', '$', '78,370', '14', '%'],
    ['Operating income', '', '15,300', '81', '%'],
    ['Interest', '', '21,090', '16', '%'],
    ['Credit', '$', '29,300', '97', '%'],
  ].forEach((row, i) => {
    sheet.row(136 + 18 * i, [92, 260, 282, 370, 391], row);
  });
  assert.deepEqual(texts(only(sheet).rows), [
    ['', '2022', 'Share'],
    ['Revenue', '$78,370', '14%'],
    ['Operating income', '15,300', '81%'],
    ['Interest', '21,090', '16%'],
    ['Credit', '$29,300', '97%'],
  ]);
});

test('a wide column without text is a column to be filled in', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 500, [240, 400]);
  sheet.row(114, [95, 245, 405], ['Item', 'Remarks', 'Cost']);
  sheet.row(134, [95, 245, 405], ['Plates', '', '12']);
  sheet.row(154, [95, 245, 405], ['Glasses', '', '30']);
  sheet.row(174, [95, 245, 405], ['Forks', '', '6']);
  assert.equal(only(sheet).rows[1]?.length, 3);
});
