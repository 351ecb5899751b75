import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, Sheet, THREE, texts } from '../sheet.fixture.ts';

const HOURS = [
  ['Hour', 'What is done'],
  ['six', 'wicks are cut'],
];

/** Three rows of fruit and, `gap` points below, two rows of hours whose column lines are at `xs`. */
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

test('a title in a box that is wider than the table below it is none of its rows', () => {
  const sheet = new Sheet().grid([60, 560], [60, 100]).across(160, 90, 500).across(180, 90, 500);
  for (const x of [90, 240, 500]) sheet.down(x, 100, 220);
  for (const x of [310, 390]) sheet.down(x, 120, 160);
  sheet.text('Statement of all that was sold', 200, 84).text('Stock', 350, 114);
  sheet.row(150, [250, 320, 400], ['In', 'Out', 'Left']);
  sheet.row(174, [100, 250, 320, 400], ['Apples', '12', '7', '5']);
  sheet.row(194, [100, 250, 320, 400], ['Pears', '9', '2', '7']);
  sheet.row(214, [100, 250, 320, 400], ['Plums', '8', '8', '0']);
  const [table, ...others] = findTables(sheet.page);
  assert.equal(others.length, 0);
  assert.deepEqual(
    table?.rows.map(row => row.map(({ text, colspan = 1 }) => [text, colspan])),
    [
      [
        ['', 1],
        ['Stock', 3],
      ],
      [
        ['', 1],
        ['In', 1],
        ['Out', 1],
        ['Left', 1],
      ],
      ...[
        ['Apples', '12', '7', '5'],
        ['Pears', '9', '2', '7'],
        ['Plums', '8', '8', '0'],
      ].map(row => row.map(text => [text, 1])),
    ],
  );
});
