import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, Sheet, THREE } from '../sheet.fixture.ts';

const XS = [90, 240, 390, 500];

function drawn(sheet: Sheet, top: number, rows: readonly (readonly string[])[], bold: boolean): Sheet {
  sheet.grid(XS, [...rows.map((_, i) => top + 20 * i), top + 20 * rows.length]);
  rows.forEach((row, i) => {
    sheet.row(top + 14 + 20 * i, THREE, row, { bold: bold && i === 0 });
  });
  return sheet;
}

test('two grids one under the other with the same columns are one table', () => {
  const sheet = drawn(
    drawn(new Sheet(), 100, [['Fruit', 'Count', 'Price'], ...FRUIT], true),
    185,
    FRUIT,
    false,
  );
  assert.equal(findTables(sheet.page)[0]?.rows.length, 7);
});

test('a grid that repeats the head is a table of its own', () => {
  const rows = [['Fruit', 'Count', 'Price'], ...FRUIT];
  const sheet = drawn(drawn(new Sheet(), 100, rows, true), 185, rows, true);
  assert.deepEqual(
    findTables(sheet.page).map(table => table.rows.length),
    [4, 4],
  );
});

test('a grid with a bold head of other labels right under one with a bold head is a table of its own', () => {
  const sheet = drawn(
    drawn(new Sheet(), 100, [['Fruit', 'Count', 'Price'], ...FRUIT], true),
    185,
    [['Tree', 'Number', 'Height'], ...FRUIT],
    true,
  );
  assert.deepEqual(
    findTables(sheet.page).map(table => table.rows.length),
    [4, 4],
  );
});

test('a grid that begins with a bold label beside blank cells is a table of its own', () => {
  const sheet = drawn(
    drawn(new Sheet(), 100, [['Fruit', 'Count', 'Price'], ...FRUIT], true),
    185,
    [['Trees', '', ''], ['Tree', 'Number', 'Height'], ...FRUIT],
    true,
  );
  assert.deepEqual(
    findTables(sheet.page).map(table => table.rows.length),
    [4, 5],
  );
});

test('between rules alone a bold head below a closed table begins the next', () => {
  const sheet = new Sheet();
  for (const top of [100, 196]) {
    [0, 20, 40, 60, 80].forEach((y, i) => {
      sheet.across(top + y, 90, 500);
      const [head, rows] = [top === 100 ? 'Fruit' : 'Tree', FRUIT[i - 1]];
      if (i < 4) sheet.row(top + y + 14, THREE, rows ?? [head, 'Count', 'Price'], { bold: i === 0 });
    });
  }
  assert.deepEqual(
    findTables(sheet.page).map(table => table.rows.length),
    [4, 4],
  );
});
