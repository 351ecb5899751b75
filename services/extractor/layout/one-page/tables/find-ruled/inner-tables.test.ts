import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTables } from '../find.ts';
import { Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [52, 170, 250, 320, 400, 480];
const LABELS = ['Item', 'Type', 'Unit', 'Count', 'Price', 'Sum'];

/** An invoice whose parties are above, and whose total is below, a box without lines between columns. */
function invoice() {
  const sheet = new Sheet()
    .across(100, 50, 550)
    .across(150, 50, 550)
    .across(300, 50, 550)
    .across(330, 50, 550);
  sheet.down(50, 100, 330).down(550, 100, 330).down(130, 100, 150).down(300, 100, 150).down(380, 100, 150);
  sheet.row(120, [55, 135, 305, 385], ['Buyer', 'Apple Orchard', 'Seller', 'Pear Trees']);
  return sheet.down(180, 300, 330).row(318, [55, 185], ['Total', 'Four hundred and two']);
}

test('items in a box as wide as a form are a table of their own, with what stands far below them in the box', () => {
  const sheet = invoice().row(165, LEFTS, LABELS);
  sheet.row(180, LEFTS, ['Chairs', 'LSG10', 'piece', '25', '12.50', '312.50']);
  sheet.row(290, LEFTS, ['Sums', '', '', '', '', '312.50']);
  assert.deepEqual(
    findTables(sheet.page).map(({ rows }) => texts(rows)),
    [
      [['Buyer', 'Apple Orchard', 'Seller', 'Pear Trees']],
      [LABELS, ['Chairs', 'LSG10', 'piece', '25', '12.50', '312.50'], ['Sums', '', '', '', '', '312.50']],
      [['Total', 'Four hundred and two']],
    ],
  );
});

test('an item whose name and type go on in further lines is one row', () => {
  const sheet = invoice().row(165, LEFTS, LABELS);
  sheet.row(180, LEFTS, ['Telephones', 'Watch', 'piece', '1', '582.30', '582.30']);
  sheet.row(192, LEFTS, ['for the arm', 'GT 5 of sand']).row(204, LEFTS, ['', 'and leather']);
  sheet.row(290, LEFTS, ['Sums', '', '', '', '', '582.30']);
  const [, items] = findTables(sheet.page);
  assert.deepEqual(texts(items?.rows ?? [])[1], [
    'Telephones for the arm',
    'Watch GT 5 of sand and leather',
    'piece',
    '1',
    '582.30',
    '582.30',
  ]);
});

test('two letters that are set as wide apart as a label is long are one label', () => {
  const sheet = invoice().row(165, LEFTS, ['Item', 'Type', '单', '数', '价', 'Sum']);
  sheet.row(165, [0, 0, 265, 338, 415], ['', '', '位', '量', '格']);
  sheet.row(180, LEFTS, ['Chairs', 'LSG10', 'piece', '25', '12.50', '312.50']);
  sheet.row(290, LEFTS, ['合', '', '', '', '', '312.50']).text('计', 95, 290);
  const [, items] = findTables(sheet.page);
  assert.deepEqual(texts(items?.rows ?? []), [
    ['Item', 'Type', '单 位', '数 量', '价 格', 'Sum'],
    ['Chairs', 'LSG10', 'piece', '25', '12.50', '312.50'],
    ['合 计', '', '', '', '', '312.50'],
  ]);
});

test('fields side by side in a box as wide as a form stay in their cell', () => {
  const sheet = invoice().row(165, [55, 185, 330, 440], ['Name: A', 'Born: B', 'Place: C', 'Road: D']);
  assert.equal(findTables(sheet.page).length, 1);
});
