import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, Sheet, THREE, texts } from '../sheet.fixture.ts';

const HOURS = [
  ['Hour', 'What is done'],
  ['six', 'wicks are cut'],
];

/** Three rows of fruit, and `gap` points below them two of hours, with the lines between columns at `xs`. */
function stacked(gap: number, xs: readonly number[]): Sheet {
  const sheet = new Sheet().grid([90, 240, 390, 500], [100, 120, 140, 160]);
  const top = 160 + gap;
  sheet.grid(xs, [top, top + 20, top + 40]);
  for (const x of [90, 500]) sheet.down(x, 100, top + 40);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  HOURS.forEach((row, i) => {
    sheet.row(top + 14 + 20 * i, [100, 190], row);
  });
  return sheet;
}

test('two tables as wide as each other, shortly below each other, are two where their columns differ', () => {
  const tables = findTables(stacked(6, [90, 180, 500]).page);
  assert.deepEqual(
    tables.map(table => texts(table.rows)),
    [FRUIT, HOURS],
  );
});

test('a double line, or lines between columns that go on below it, part no table', () => {
  assert.equal(findTables(stacked(2, [90, 180, 500]).page).length, 1);
  assert.equal(findTables(stacked(6, [90, 240, 390, 500]).page).length, 1);
});
