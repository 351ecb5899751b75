import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts, white } from '../sheet.fixture.ts';

const XS = [20, 180, 240, 300, 360];
const RIGHTS = [236, 296, 356];

/** Coloured labels surrounded by white lines, with a wider title above them. */
function coloured(): Sheet {
  const sheet = new Sheet().shade(20, 110, 480, 127, 0x1f4e79).text('STATISTICS', 24, 122);
  XS.slice(1).forEach((right, i) => {
    sheet.shade(XS[i] ?? 0, 127, right, 167, 0xd3e2fa);
  });
  sheet.row(151, [194, 250, 310], ['TOTAL', 'On paper', ''], { bold: true });
  sheet.text('Not', 320, 145, { bold: true }).text('counted', 312, 157, { bold: true });
  sheet.page.whites = [
    white('horizontal', 110, 20, 480),
    white('horizontal', 127, 20, 480),
    white('horizontal', 167, 20, 360),
    ...XS.map(x => white('vertical', x, x === 20 ? 110 : 127, 167)),
    white('vertical', 480, 110, 127),
  ];
  return sheet;
}

/** Rows between dark lines, in which the label is lower than the numbers. */
function withRows(sheet: Sheet, rows: readonly string[][]): Sheet {
  rows.forEach(([label = '', ...numbers], i) => {
    sheet.text(label, 20, 182 + 19 * i).across(186 + 19 * i, 20, 360, [240, 300]);
    numbers.forEach((number, at) => {
      sheet.text(number, (RIGHTS[at] ?? 0) - 5 * number.length, 177 + 19 * i);
    });
  });
  return sheet;
}

test('rows between dark lines belong to the coloured head above them, each as one, and its wider title does not', () => {
  const rows = [
    ['Registered', '616', '', ''],
    ['Ballots cast', '351', '312', '39'],
    ['Blank', '0', '0', '0'],
    ['Turnout', '56.98%', '', ''],
  ];
  const table = only(withRows(coloured(), rows));
  assert.deepEqual(texts(table.rows), [['', 'TOTAL', 'On paper', 'Not counted'], ...rows]);
});

test('a line of text across the columns of a coloured head is no row below it', () => {
  const sheet = withRows(coloured(), [['Ballots cast', '351', '312', '39']]);
  sheet.text('All figures are those of the evening of the election day', 20, 201).across(205, 20, 360);
  const rows = texts(only(sheet).rows);
  assert.ok(!rows.flat().some(text => text.includes('evening')));
});
