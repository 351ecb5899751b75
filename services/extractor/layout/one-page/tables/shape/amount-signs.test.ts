import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const COLUMNS = [60, 250, 272, 315, 337, 380, 402, 445, 467];

/** The accounts of two houses in two years. Only the first row of each has currency signs, at the left of its columns. */
function accounts(): Sheet {
  const sheet = new Sheet();
  for (const y of [90, 110, 280]) sheet.across(y, 55, 500);
  sheet.row(104, [272, 337, 402, 467], ['2015', '2014', '2015', '2014']);
  const rows = [
    ['Student fees, net', '$', '730,157', '$', '691,267'],
    ['Federal grants', '', '417,309', '', '373,625'],
    ['State grants', '', '182,952', '', '192,866'],
    ['Private gifts', '', '', '', '', '$', '104,300', '$', '109,525'],
    ['Other revenues', '', '192,711', '', '182,260', '', '100,550', '', '103,482'],
    ['Salaries', '', '173,895', '', '105,063', '', '148,916', '', '142,009'],
  ];
  rows.forEach((row, i) => {
    sheet.row(130 + 24 * i, COLUMNS, row);
  });
  return sheet;
}

test('signs at the left of their columns stand with their amounts, though a row has as many texts as there are columns', () => {
  assert.deepEqual(texts(only(accounts()).rows), [
    ['', '2015', '2014', '2015', '2014'],
    ['Student fees, net', '$730,157', '$691,267', '', ''],
    ['Federal grants', '417,309', '373,625', '', ''],
    ['State grants', '182,952', '192,866', '', ''],
    ['Private gifts', '', '', '$104,300', '$109,525'],
    ['Other revenues', '192,711', '182,260', '100,550', '103,482'],
    ['Salaries', '173,895', '105,063', '148,916', '142,009'],
  ]);
});
