import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, none, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('a ruled grid is a table, cell by cell', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  const table = only(sheet);
  assert.equal(table.kind, 'ruled');
  assert.deepEqual(texts(table.rows), FRUIT);
});

test('a cell without a line below spans its rows and keeps its text once', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 160]) sheet.across(y, 90, 500);
  sheet.across(140, 240, 500);
  for (const x of [90, 240, 390, 500]) sheet.down(x, 100, 160);
  sheet
    .row(114, THREE, ['Kind', 'Count', 'Price'])
    .row(134, THREE, ['Fruit', '12', '3.50'])
    .row(154, THREE, ['', '7', '2.25']);
  const [, second, third] = only(sheet).rows;
  assert.deepEqual(
    second?.map(cell => [cell.text, cell.rowspan]),
    [
      ['Fruit', 2],
      ['12', 1],
      ['3.50', 1],
    ],
  );
  assert.equal(third?.length, 2);
});

test('labels below the end of the lines between columns lie across them, as totals do', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 240]) sheet.across(y, 90, 500);
  for (const x of [90, 390, 500]) sheet.down(x, 100, 240);
  sheet.down(240, 100, 180).row(114, THREE, ['Name', 'Count', 'Price']);
  ['Apples', 'Pears', 'Plums'].forEach((fruit, i) => {
    sheet.row(134 + 20 * i, THREE, [fruit, `${i + 3}`, '3.50']);
  });
  sheet.down(310, 100, 180);
  ['Subtotal', 'Tax', 'Total due'].forEach((label, i) => {
    sheet.row(194 + 20 * i, THREE, [label, '', '9.30']);
  });
  const { rows } = only(sheet);
  assert.equal(rows.length, 7);
  assert.deepEqual(
    rows.slice(-3).map(row => row.map(cell => `${cell.text}/${cell.colspan}`)),
    ['Subtotal', 'Tax', 'Total due'].map(label => [`${label}/3`, '9.30/1']),
  );
});

test('lines between columns that labels interrupt are pieces of one table, whose rows of labels lie across it', () => {
  const sheet = new Sheet().grid([90, 500], [100, 220]);
  const row = (y: number, cells: readonly string[]) => sheet.row(y + 14, THREE, cells);
  for (const x of [240, 390]) sheet.down(x, 100, 120).down(x, 140, 160).down(x, 180, 220);
  row(100, ['Name', 'Count', 'Price']);
  row(120, ['Fruit of the garden']);
  row(140, ['Apples', '12', '3.50']);
  row(160, ['Grain']);
  row(180, ['Rye', '7', '2.25']);
  row(200, ['Oats', '9', '1.25']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Name', 'Count', 'Price'],
    ['Fruit of the garden'],
    ['Apples', '12', '3.50'],
    ['Grain'],
    ['Rye', '7', '2.25'],
    ['Oats', '9', '1.25'],
  ]);
});

test('a head without a line inside spans its columns', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) sheet.across(y, 90, 500);
  for (const x of [90, 240, 500]) sheet.down(x, 100, 160);
  sheet.down(390, 120, 160).text('Name', 100, 114).text('Measured values together', 300, 114);
  sheet.row(134, THREE, ['a', '1', '2']).row(154, THREE, ['b', '3', '4']);
  assert.deepEqual(
    only(sheet).rows[0]?.map(cell => [cell.text, cell.colspan]),
    [
      ['Name', 1],
      ['Measured values together', 2],
    ],
  );
});

test('an open-sided table keeps its outer columns', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) sheet.across(y, 90, 500);
  for (const x of [240, 390]) sheet.down(x, 100, 160);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), FRUIT);
});

test('a box around prose is no table', () => {
  const sheet = new Sheet().grid([90, 500], [100, 180]);
  for (let i = 0; i < 5; i += 1)
    sheet.text('words that fill the box from one side to the other, line after line', 100, 116 + 13 * i);
  none(sheet);
});

test('the rim of a box that a table was set into is no part of it', () => {
  const sheet = new Sheet().grid([50, 90, 240, 390, 430], [80, 100, 120, 140, 160]);
  sheet.row(114, [100, 250], ['Due by', 'Total']).row(134, [100, 250], ['10 May', '105.45']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Due by', 'Total'],
    ['10 May', '105.45'],
  ]);
});

test('lines between columns that begin under the head part the columns, and the labels of the head', () => {
  const sheet = new Sheet().across(100, 90, 500).down(90, 100, 220).down(210, 100, 220).down(500, 100, 220);
  for (const x of [280, 350, 425]) sheet.down(x, 120, 220);
  const lefts = [95, 220, 290, 360, 435];
  const rows = [
    ['Income statement', '2015', '2016', '2017', '2018'],
    ['Sales', '120.062', '124.406', '115.322', '82.776'],
    ['Other income', '2.500', '3.085', '3.055', '1.773'],
    ['Materials', '63.441', '68.164', '64.520', '48.677'],
    ['Services', '32.935', '29.497', '33.598', '21.394'],
    ['Staff', '9.791', '10.016', '8.524', '9.354'],
  ];
  rows.forEach((row, i) => {
    sheet.row(114 + 20 * i, lefts, row);
  });
  assert.deepEqual(texts(only(sheet).rows), rows);
});
