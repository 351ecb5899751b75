import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, Sheet } from '../sheet.fixture.ts';

/** A table from a company's filing. The rows below the first have no currency, and their amounts extend over its cell. */
function filing(first: string): Sheet {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 60, 360);
  for (const x of [60, 200, 280, 360]) sheet.down(x, 100, 180);
  for (const x of [215, 295]) sheet.down(x, 120, 140).down(x, 160, 180);
  sheet.row(114, [230, 310], ['2024', '2023'], { bold: true });
  sheet.row(134, [64, 203, 240, 283, 320], ['Benefits at the beginning', first, '3,302', first, '2,894']);
  sheet.row(154, [64, 240, 320], ['Increases', '1,029', '451']);
  sheet.row(174, [64, 203, 240, 283, 320], ['Benefits at the end', first, '4,331', first, '3,302']);
  return sheet;
}

const cells = (sheet: Sheet) => only(sheet).rows.map(row => row.map(({ text, colspan }) => [text, colspan]));

test('a currency in a cell of its own and its amount are one cell, of one column with amounts that have none', () => {
  assert.deepEqual(cells(filing('$')), [
    [
      ['', 1],
      ['2024', 1],
      ['2023', 1],
    ],
    [
      ['Benefits at the beginning', 1],
      ['$3,302', 1],
      ['$2,894', 1],
    ],
    [
      ['Increases', 1],
      ['1,029', 1],
      ['451', 1],
    ],
    [
      ['Benefits at the end', 1],
      ['$4,331', 1],
      ['$3,302', 1],
    ],
  ]);
});

test('other words in such cells stay', () => {
  assert.deepEqual(
    cells(filing('x'))[1]?.map(([text]) => text),
    ['Benefits at the beginning', 'x', '3,302', 'x', '2,894'],
  );
});

test('one currency is enough where other amounts run over its cell', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) sheet.across(y, 60, 280);
  for (const x of [60, 200, 280]) sheet.down(x, 100, 160);
  sheet.down(215, 100, 120);
  sheet.row(114, [64, 203, 240], ['Total revenues', '$', '1,161,042']);
  sheet.row(134, [64, 240], ['Gross profit', '285,236']);
  sheet.row(154, [64, 240], ['Operating income', '130,622']);
  assert.deepEqual(cells(sheet)[0], [
    ['Total revenues', 1],
    ['$1,161,042', 1],
  ]);
});
