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
