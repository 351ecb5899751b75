import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, none, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

const HEAD = ['Fruit', 'Count', 'Price'];

test('addresses between the first two rules are no row of an invoice whose head stands below the second', () => {
  const sheet = new Sheet();
  for (const y of [80, 150, 170, 240]) sheet.across(y, 90, 500);
  for (const [i, line] of [
    'Shipping address',
    'Mrs Gale Brown, Flat 12, Long Lane 3',
    'near the old mill and the new bridge',
    'Bristol BS1 4ND, England',
    'Phone 0117 496 0123',
  ].entries())
    sheet
      .text(['Order 1847', '3 March 2026', 'VAT 123', 'Tax 4', 'Page 1'][i] ?? '', 95, 94 + 12 * i)
      .text(line, 240, 94 + 12 * i);
  sheet.row(164, THREE, HEAD);
  FRUIT.forEach((row, i) => {
    sheet.row(186 + 18 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [HEAD, ...FRUIT]);
});

test('lines of sums under the last columns are a table of their own, and what is said below them is none of it', () => {
  const sheet = new Sheet().row(114, THREE, HEAD);
  for (const y of [60, 118, 138, 158, 178, 600]) sheet.across(y, 90, 500);
  FRUIT.forEach((row, i) => {
    sheet.row(132 + 20 * i, THREE, row);
  });
  for (const [i, [label = '', amount = '']] of [
    ['Subtotal', '49.00'],
    ['Tax 20 %', '9.80'],
    ['Total', '58.80'],
  ].entries())
    sheet.across(210 + 20 * i, 300, 500).row(224 + 20 * i, [305, 460], [label, amount]);
  for (const [i, line] of ['Please pay within 15 days.', 'Bank account: 1234567890', 'Thank you'].entries())
    sheet.text(line, 90, 290 + 24 * i);
  assert.deepEqual(
    findTables(sheet.page).map(table => texts(table.rows)),
    [
      [HEAD, ...FRUIT],
      [
        ['Subtotal', '49.00'],
        ['Tax 20 %', '9.80'],
        ['Total', '58.80'],
      ],
    ],
  );
});

test('labels far below the last row of one table and right above the rows of the next are the head of the next', () => {
  const sheet = new Sheet();
  for (const [i, [label = '', value = '']] of [
    ['Tariff', 'Variable'],
    ['Valid from', '1 April'],
    ['Term', 'None'],
  ].entries())
    sheet.across(100 + 16 * i, 90, 500).row(112 + 16 * i, [100, 330], [label, value]);
  sheet.across(148, 90, 500).row(186, THREE, HEAD);
  FRUIT.forEach((row, i) => {
    sheet.across(190 + 16 * i, 90, 500).row(202 + 16 * i, THREE, row);
  });
  sheet.across(238, 90, 500);
  assert.deepEqual(
    findTables(sheet.page).map(table => texts(table.rows).at(0)),
    [['Tariff', 'Variable'], HEAD],
  );
});

test('lines whose pieces meet between some columns only do not make one column of the others', () => {
  const sheet = new Sheet();
  const lefts = [100, 240, 310, 380, 450];
  const rows = [
    ['Region', 'Day', 'Night', 'Gas', 'Charge'],
    ['East', '26.19', '19.62', '7.89', '33.60'],
    ['London', '25.25', '19.46', '8.17', '31.20'],
    ['Wales', '27.35', '19.89', '7.93', '30.10'],
    ['Yorkshire', '25.13', '19.67', '7.86', '33.75'],
  ];
  rows.forEach((row, i) => {
    sheet.across(88 + 16 * i, 90, 500, [230]).row(100 + 16 * i, lefts, row);
  });
  sheet.across(168, 90, 500, [230]);
  assert.deepEqual(texts(only(sheet).rows), rows);
});

test('words of labels are no labels of columns that stand elsewhere, though they are as many', () => {
  const sheet = new Sheet();
  const lefts = [100, 180, 260, 330, 420];
  for (const y of [88, 116, 132, 148, 164, 180]) sheet.across(y, 90, 500);
  sheet.across(104, 250, 500).text('Unit rate day', 242, 98).text('Unit rate night', 314, 98);
  sheet.text('Standing', 418, 94).text('charge', 420, 102);
  sheet.row(112, lefts, ['Region', 'No.', 'p/kWh', 'p/kWh', 'p/day']);
  for (const [i, region] of ['East', 'London', 'Wales', 'Yorkshire'].entries())
    sheet.row(128 + 16 * i, lefts, [region, `${10 + i}`, `27.6${i}`, `21.8${i}`, `58.3${i}`]);
  const [first, second] = only(sheet).rows;
  assert.deepEqual(
    first?.map(cell => [cell.text, cell.colspan, cell.rowspan]),
    [
      ['Region', 1, 2],
      ['No.', 1, 2],
      ['Unit rate day', 1, 1],
      ['Unit rate night', 1, 1],
      ['Standing charge', 1, 1],
    ],
  );
  assert.deepEqual(
    second?.map(cell => cell.text),
    ['p/kWh', 'p/kWh', 'p/day'],
  );
});

test('lines of a cover page between rules are no table for a notice in two columns at its foot', () => {
  const sheet = new Sheet();
  for (const y of [50, 160, 660, 720]) sheet.across(y, 36, 560);
  for (const [i, line] of ['24 images', 'Manoel de Oliveira', 'Le langage pur', 'By Lee Grange'].entries())
    sheet.text(line, 36, 70 + 24 * i);
  for (const [i, line] of [
    'Number 189',
    'Film and letters',
    'Publisher',
    'ISSN',
    '0707-9389',
    'Cite this',
    '2018',
  ].entries())
    sheet.text(line, 36, 180 + 30 * i);
  sheet.row(680, [36, 310], ['All rights reserved, 2018', 'This document is protected by law.']);
  none(sheet);
});

test('the larger title of the next table, on the rule below the last row of one, parts the two', () => {
  const sheet = new Sheet();
  for (const y of [100, 116, 176, 192, 208]) sheet.across(y, 50, 550);
  sheet.row(112, [55, 200, 350, 450], ['Name', 'Orchard', 'Number', '4711']);
  sheet.row(128, [55, 200], ['Regime', 'General']);
  sheet.text('RECEIVER', 50, 171, { bold: true, size: 12 });
  sheet.row(188, [55, 200, 350, 450], ['Name', 'Roberto', 'Number', '4712']);
  sheet.row(204, [55, 200, 350, 450], ['Home', '87000', 'Use', '12']);
  sheet.row(222, [55, 200], ['Regime', 'Special']);
  const tables = findTables(sheet.page).map(({ rows }) => texts(rows).flat());
  assert.equal(
    tables.some(table => table.includes('RECEIVER')),
    false,
  );
  assert.ok(tables.some(table => table.includes('Orchard') && table.includes('General')));
  assert.ok(tables.some(table => table.includes('Roberto') && !table.includes('Orchard')));
});
