import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet } from '../sheet.fixture.ts';

const LEFTS = [100, 220, 340, 460];
const ROWS = [
  ['North', 'Oslo', 'Harbour', '24'],
  ['', 'Bergen', 'Hill', '12'],
  ['South', 'Porto', 'Bridge', '31'],
  ['', 'Faro', 'Beach', '5'],
];

/** Rows 20 pt apart, each below a full rule, or a rule that leaves out the first column if its cell is empty. */
function ruled(rows: readonly (readonly string[])[]): Sheet {
  const sheet = new Sheet().across(100, 90, 540).row(114, LEFTS, ['Region', 'City', 'Office', 'Staff']);
  rows.forEach((row, i) => {
    sheet.across(120 + 20 * i, row[0] ? 90 : 210, 540).row(134 + 20 * i, LEFTS, row);
  });
  return sheet.across(120 + 20 * rows.length, 90, 540);
}

test('rules that leave out the first column let its cells go on over the rows they part', () => {
  const rows = only(ruled(ROWS)).rows.map(row => row.map(({ text, rowspan }) => ({ text, rowspan })));
  assert.deepEqual(rows[1]?.[0], { text: 'North', rowspan: 2 });
  assert.deepEqual(rows[3]?.[0], { text: 'South', rowspan: 2 });
  assert.deepEqual(
    rows[2]?.map(cell => cell.text),
    ['Bergen', 'Hill', '12'],
  );
});

test('a rule over a sum joins nothing where both rows have their label', () => {
  const sheet = new Sheet().row(114, LEFTS, ['Costs', '2021', '2022', '2023']);
  for (const y of [100, 120, 180]) sheet.across(y, 90, 540);
  sheet.row(134, LEFTS, ['Staff', '12', '14', '15']).across(158, 210, 540);
  sheet.row(152, LEFTS, ['Rent', '9', '9', '9']).row(172, LEFTS, ['Total', '21', '23', '24']);
  assert.ok(only(sheet).rows.every(row => row.every(cell => cell.rowspan === 1)));
});
