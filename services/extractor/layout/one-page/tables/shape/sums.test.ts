import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { cellAt, Sheet } from '../sheet.fixture.ts';
import type { Draft } from './draft.ts';
import { spanSums } from './sums.ts';

const COLUMNS = [100, 250, 400];

/** A table with a shaded head, five rows, and a sum whose label is in the middle column. */
function lastRow(
  rows: readonly (readonly [string, string, string])[],
  draw = (sheet: Sheet) => sheet,
): string[] {
  const sheet = draw(new Sheet())
    .shade(90, 86, 500, 105)
    .row(100, COLUMNS, ['Item', 'Middle', 'Price'], { bold: true });
  rows.forEach((row, i) => {
    sheet.row(118 + 18 * i, COLUMNS, [...row]);
  });
  sheet.row(118 + 18 * rows.length, COLUMNS, ['', 'Total', '15.00']);
  return (findTables(sheet.page)[0]?.rows.at(-1) ?? []).map(cell => `${cell.text}/${cell.colspan ?? 1}`);
}

test('the label of a sum in a column of numbers is none of them: it covers the columns before the amount', () => {
  const rows = [1, 2, 3, 4, 5].map(n => [`Fruit ${'abcde'[n - 1]}`, String(n), '3.00'] as const);
  assert.deepEqual(lastRow(rows), ['Total/2', '15.00/1']);
});

test('a line that goes down between the columns keeps it in its own', () => {
  const rows = [1, 2, 3, 4, 5].map(n => [`Fruit ${'abcde'[n - 1]}`, String(n), '3.00'] as const);
  assert.deepEqual(
    lastRow(rows, sheet => sheet.down(230, 86, 220)),
    ['/1', 'Total/1', '15.00/1'],
  );
});

test('in a column of texts it is a text among them', () => {
  const rows = [1, 2, 3, 4, 5].map(n => [`Fruit ${'abcde'[n - 1]}`, 'from the south', '3.00'] as const);
  assert.deepEqual(lastRow(rows), ['/1', 'Total/1', '15.00/1']);
});

test('a label that runs across columns stays before its amount', () => {
  const rows = ['1', '2', '3'].flatMap((number, row) => [
    cellAt(row, 0, number),
    cellAt(row, 1, 'Apples'),
    cellAt(row, 2, '3.00'),
  ]);
  // Cells are laid out from the narrowest to the widest.
  const draft: Draft = {
    kind: 'band',
    xs: [90, 190, 290, 390],
    ys: [90, 110, 130, 150, 170],
    cells: [...rows, cellAt(3, 2, '9.00'), cellAt(3, 0, 'Total of all', 2)],
  };
  const sum = spanSums(draft).cells.filter(({ row }) => row === 3);
  assert.deepEqual(
    sum.map(({ column, colspan, words }) => [column, colspan, words.map(word => word.text).join(' ')]),
    [
      [0, 2, 'Total of all'],
      [2, 1, '9.00'],
    ],
  );
});
