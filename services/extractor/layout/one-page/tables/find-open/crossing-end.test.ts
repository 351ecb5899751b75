import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [34, 149, 452, 494];
const VALUES = [
  ['Haemoglobin', '8.3', 'g/dl', '12-15'],
  ['Total leucocyte counts', '10.0', '10/L', '4-10'],
  ['Platelet count', '160', '10/L', '150-410'],
  ['Absolute neutrophils', '6.8', '10/L', '2-7'],
  ['Absolute monocytes', '0.6', '10/L', '0.2-1'],
];

test('remarks below a table that run across its columns are no rows, and take none of them', () => {
  const sheet = new Sheet();
  VALUES.forEach((row, at) => {
    sheet.row(100 + 22 * at, LEFTS, row);
  });
  sheet.text('Peripheral smear', 27, 210).text('examination', 27, 221);
  sheet.row(234, [46, 104], ['RBC-', 'Anisocytosis (++) Microcytes (+++)']);
  sheet.row(246, [46, 104], ['WBC-', 'Counts within normal limit']).text('Page 1 of 21', 500, 260);
  const [table] = findTables(sheet.page);
  assert.deepEqual(table && texts(table.rows).filter(([, value]) => value !== ''), VALUES);
});
