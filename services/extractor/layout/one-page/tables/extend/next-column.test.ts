import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const HEAD = ['Fruit', 'Count'];

/** A grid of two columns at `left`, whose first row is its head. */
function drawn(sheet: Sheet, left: number, top: number, rows: readonly (readonly string[])[]): Sheet {
  sheet.grid([left, left + 100, left + 200], [...rows.map((_, i) => top + 20 * i), top + 20 * rows.length]);
  rows.forEach((row, i) => {
    sheet.row(top + 14 + 20 * i, [left + 5, left + 105], row, { bold: i === 0 });
  });
  return sheet;
}

test('a table that says its head again in the next column is one table', () => {
  const sheet = drawn(new Sheet(), 50, 600, [HEAD, ['Apples', '12'], ['Pears', '7']]);
  drawn(sheet, 320, 100, [HEAD, ['Quinces', '30']]);
  assert.deepEqual(texts(only(sheet).rows), [HEAD, ['Apples', '12'], ['Pears', '7'], ['Quinces', '30']]);
});

test('tables that begin side by side stay two, with the same head too', () => {
  for (const head of [HEAD, ['Tool', 'Price']]) {
    const sheet = drawn(new Sheet(), 50, 100, [HEAD, ['Apples', '12'], ['Pears', '7']]);
    drawn(sheet, 320, 100, [head, ['Saws', '30'], ['Drills', '9']]);
    assert.equal(findTables(sheet.page).length, 2);
  }
});

test('rows that count on in the next column belong to one table', () => {
  const sheet = new Sheet();
  for (let i = 0; i < 32; i += 1) {
    const [left, y] = i < 20 ? [50, 100 + 16 * i] : [350, 100 + 16 * (i - 20)];
    sheet.row(y, [left, left + 60, left + 120], [`${i + 1}`, `${100 + i}`, `${200 + i}`]);
  }
  assert.equal(only(sheet).rows.length, 32);
});

test('a table under a caption or a paragraph of its own column is no part of the one beside it', () => {
  const two = (label: string) => {
    const sheet = drawn(new Sheet(), 50, 600, [HEAD, ['Apples', '12'], ['Pears', '7']]);
    drawn(sheet, 320, 200, [HEAD, ['Quinces', '30']]).text(label, 330, 190);
    return findTables(sheet.page).length;
  };
  assert.equal(two('Table 2: What was left'), 2);
  assert.equal(two('(continued)'), 1);
});

test('a table that text goes on under does not go on in the next column', () => {
  const sheet = drawn(new Sheet(), 50, 400, [HEAD, ['Apples', '12'], ['Pears', '7']]);
  drawn(sheet, 320, 100, [HEAD, ['Quinces', '30']]).text('All of them grow in the valley.', 60, 476);
  assert.equal(findTables(sheet.page).length, 2);
});
