import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet } from '../sheet.fixture.ts';

const LEFTS = [100, 200, 260, 320, 380];
const body = (sheet: Sheet) => {
  ['Chile', 'Ghana', 'Italy'].forEach((land, i) => {
    sheet.row(154 + 20 * i, LEFTS, [land, '11.5', '12.5', '13.5', '14.5']).across(160 + 20 * i, 90, 420);
  });
  return sheet.across(140, 90, 420);
};

test('labels over a rule that leaves out the first column are the head above the first rule across', () => {
  const sheet = body(new Sheet()).across(120, 195, 420);
  sheet.row(114, [100, 222.5, 342.5], ['', 'Men', 'Women']).text('Country', 100, 124);
  sheet.row(134, LEFTS, ['', '2010', '2020', '2010', '2020']);
  assert.deepEqual(
    only(sheet)
      .rows.slice(0, 2)
      .map(row => row.map(cell => [cell.text, cell.colspan, cell.rowspan])),
    [
      [
        ['Country', 1, 2],
        ['Men', 2, 1],
        ['Women', 2, 1],
      ],
      [
        ['2010', 1, 1],
        ['2020', 1, 1],
        ['2010', 1, 1],
        ['2020', 1, 1],
      ],
    ],
  );
});

test('a word that is underlined above a table is none of its labels', () => {
  const sheet = body(new Sheet()).across(121, 130, 220);
  sheet
    .text('See the yearbook of the council', 90, 118)
    .text('for what the figures mean in each of them', 90, 132);
  assert.equal(only(sheet).rows[0]?.[0]?.text, 'Chile');
});
