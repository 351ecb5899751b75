import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, only, Sheet, texts } from '../sheet.fixture.ts';

const ROWS = FRUIT.map(row => [...row, '8.25']);

/** A head whose last label has two lines about the others’ one. */
function statement(upper: string, left = 400): Sheet {
  const sheet = new Sheet().row(108, [100, 200, 300], ['Product', 'Rate', 'Opening'], { bold: true });
  sheet.text(upper, left, 102, { bold: true }).text('balance', 400, 114, { bold: true });
  for (const y of [120, 140, 160, 180]) sheet.across(y, 90, 500);
  ROWS.forEach((row, at) => {
    sheet.row(134 + 20 * at, [100, 200, 300, 400], row);
  });
  return sheet;
}

test('a label of two lines about the middle of a head of one line is whole', () => {
  assert.deepEqual(texts(only(statement('Closing')).rows), [
    ['Product', 'Rate', 'Opening', 'Closing balance'],
    ...ROWS,
  ]);
});

test('a text above a head that runs beyond one column is no part of its labels', () => {
  const [table] = findTables(statement('As of the end of the month', 300).page);
  assert.equal(table?.rows[0]?.at(-1)?.text, 'balance');
});
