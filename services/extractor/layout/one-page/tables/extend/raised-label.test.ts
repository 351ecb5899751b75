import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTables } from '../find.ts';
import { Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [45, 255, 335, 417, 515];
const ROWS = [
  ['Account', '£0.00', '£10.50', '£12.00', '£1.50'],
  ['Total', '£0.00', '£10.50', '£12.00', '£1.50'],
];

/** Two rows, with a rule above each, below a head whose last label has two lines beside the single lines of the others. */
function statement(upper: string, left = 515): Sheet {
  const sheet = new Sheet().row(306, LEFTS, ['Product', 'Opening', 'Out', 'In', ''], { size: 8 });
  sheet.text(upper, left, 300, { size: 8 }).text('balance', 515, 312, { size: 8 });
  ROWS.forEach((row, at) => {
    sheet.across(319 + 19 * at, 43, 556, [250, 330, 412, 505]).row(331 + 19 * at, LEFTS, row, { size: 8 });
  });
  return sheet;
}

test('a label of two lines about the middle of a head of one line is whole', () => {
  assert.deepEqual(texts(findTables(statement('Closing').page)[0]?.rows ?? []), [
    ['Product', 'Opening', 'Out', 'In', 'Closing balance'],
    ...ROWS,
  ]);
});

test('a text above a head that runs beyond one column is no part of its labels', () => {
  const [table] = findTables(statement('As of the end of the month', 400).page);
  assert.equal(table?.rows[0]?.at(-1)?.text, 'balance');
});
