import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, Sheet, THREE, texts } from '../sheet.fixture.ts';

const HEAD = ['Fruit', 'Count', 'Price'];
const PROSE = 'Everything left over afterwards went to the presses.';
const TREES = [
  ['Elms', '4', '1.00'],
  ['Oaks', '9', '8.50'],
];

/** Rows at an even distance from `top` on, with the head bold or not. */
function table(sheet: Sheet, top: number, head: readonly string[], rows: readonly string[][], bold: boolean) {
  sheet.row(top, THREE, head, { bold });
  rows.forEach((row, i) => {
    sheet.row(top + 18 * (i + 1), THREE, row);
  });
}

const found = (sheet: Sheet) => findTables(sheet.page).map(({ rows }) => texts(rows));

test('prose above labels that are said again parts two tables without lines, however near they stand', () => {
  const sheet = new Sheet();
  table(sheet, 100, HEAD, FRUIT, true);
  sheet.text(PROSE, 100, 173);
  table(sheet, 191, HEAD, TREES, true);
  assert.deepEqual(found(sheet), [
    [HEAD, ...FRUIT],
    [HEAD, ...TREES],
  ]);
});

test('prose above other labels in bold parts two tables, too', () => {
  const sheet = new Sheet();
  const labels = ['Tree', 'Number', 'Height'];
  table(sheet, 100, HEAD, FRUIT, true);
  sheet.text(PROSE, 100, 173);
  table(sheet, 191, labels, TREES, true);
  assert.deepEqual(found(sheet), [
    [HEAD, ...FRUIT],
    [labels, ...TREES],
  ]);
});

test('between rules of one length prose above labels that are said again parts two tables', () => {
  const sheet = new Sheet();
  for (const y of [88, 105, 164, 190, 207, 246]) sheet.across(y, 98, 480);
  table(sheet, 100, HEAD, FRUIT, false);
  sheet.text(PROSE, 100, 180);
  table(sheet, 202, HEAD, TREES, false);
  assert.deepEqual(found(sheet), [
    [HEAD, ...FRUIT],
    [HEAD, ...TREES],
  ]);
});

test('a long text over the first column that no head follows is a row of its table', () => {
  const sheet = new Sheet();
  table(sheet, 100, HEAD, [FRUIT[0]!, FRUIT[1]!, [PROSE, '', ''], FRUIT[2]!], true);
  assert.equal(found(sheet).length, 1);
});

test('two tables with a rule under each head alone are two, though the rules are as long', () => {
  const sheet = new Sheet().across(105, 98, 480).across(196, 98, 480);
  table(sheet, 100, HEAD, FRUIT, false);
  sheet.text(PROSE, 100, 173);
  table(sheet, 191, HEAD, TREES, false);
  assert.deepEqual(found(sheet), [
    [HEAD, ...FRUIT],
    [HEAD, ...TREES],
  ]);
});

test('a rule under one head and a shade behind the next, with prose between, are two tables', () => {
  const sheet = new Sheet().across(105, 98, 480).shade(98, 178, 480, 196);
  table(sheet, 100, HEAD, FRUIT, true);
  sheet.text(PROSE, 100, 173);
  table(sheet, 191, HEAD, TREES, true);
  assert.deepEqual(found(sheet), [
    [HEAD, ...FRUIT],
    [HEAD, ...TREES],
  ]);
});
