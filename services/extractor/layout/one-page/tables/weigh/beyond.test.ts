import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

const INCOME = [
  ['', '2024', '2023'],
  ['Fees', '1,250', '980'],
  ['Interest', '310', '(45)'],
  ['Total income', '1,560', '935'],
  ['Rent', '400', '390'],
  ['Postage', '25', '31'],
  ['Surplus', '1,135', '514'],
];

test('short rules over the sums of a statement are no edges of a table: labels and values stay together', () => {
  const sheet = new Sheet();
  INCOME.forEach((row, i) => {
    sheet.row(100 + 14 * i, [100, 300, 400], row);
    if (row[0] === 'Total income' || row[0] === 'Surplus')
      for (const y of [90, 104]) sheet.across(y + 14 * i, 290, 350).across(y + 14 * i, 390, 450);
  });
  assert.deepEqual(texts(only(sheet).rows), INCOME);
});

test('two tables side by side, each between rules of its own, stay two', () => {
  const sheet = new Sheet();
  for (const y of [88, 105, 165]) sheet.across(y, 100, 280).across(y, 320, 500);
  [
    ['Size', 'Load', 'Town', 'Stock'],
    ['M6', '120', 'Leeds', '14'],
    ['M8', '340', 'York', '3'],
    ['M10', '560', 'Hull', '27'],
    ['M12', '980', 'Ripon', '8'],
  ].forEach((row, i) => {
    sheet.row(100 + 15 * i, [100, 220, 320, 440], row);
  });
  assert.equal(findTables(sheet.page).length, 2);
});

test('pictures with borders beside each other are no cells of the lines that run over them', () => {
  const sheet = new Sheet().grid([200, 280, 360], [85, 115, 145]);
  const lines = [
    'We host six thousand people at forty meetings',
    'on dozens of open technologies, free for all',
  ];
  lines.forEach((line, i) => {
    let left = 160;
    for (const word of line.split(' ')) {
      sheet.text(word, left, 102 + 30 * i);
      left += 5 * word.length + 3;
    }
  });
  none(sheet);
});

test('a small table amid a line of text is one, though the words before it are near', () => {
  const sheet = new Sheet().grid([154, 170, 186], [85, 101, 117]);
  sheet.text('On the other hand,', 62, 97).row(97, [155, 174], ['a', 'b']).text('is a skew tableau', 190, 97);
  sheet.row(113, [155, 174], ['c', 'd']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
