import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTables } from '../find.ts';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LINES = [
  ['1a', '1 a', 'Total amount of all forms'],
  ['1b', 'b', 'Wages that are on no form'],
  ['1c', 'c', 'Tips and other income'],
  ['2', '2', 'Interest, and what it bore'],
  ['3', '3', 'Add lines 1a to 2'],
  ['4', '4', 'Amount that is due'],
] as const;
const [LEFT, NUMBERS, TEXTS, SIDE, AMOUNTS, RIGHT] = [40, 110, 130, 450, 480, 560];
const TOP = 100;
const STEP = 14;
const yOf = (row: number) => TOP + row * STEP;

/** A line above and one below everything, and between them the boxes for the lines on the right. */
function boxes(rows: number, sheet = new Sheet()): Sheet {
  const bottom = yOf(rows);
  sheet.across(TOP, LEFT, RIGHT).across(bottom, LEFT, RIGHT);
  for (let row = 1; row < rows; row += 1) sheet.across(yOf(row), SIDE, RIGHT);
  return sheet.down(SIDE, TOP, bottom).down(AMOUNTS, TOP, bottom);
}

function lineOn(sheet: Sheet, row: number, box: string, number: string, label: string): Sheet {
  return sheet.row(yOf(row) + 10, [NUMBERS, SIDE + 8], [number.padEnd(5) + label, box], { size: 8 });
}

function form(): Sheet {
  const sheet = boxes(LINES.length);
  for (const [row, [box, number, label]] of LINES.entries()) lineOn(sheet, row, box, number, label);
  return sheet;
}

const ROWS = LINES.map(([box, number, label]) => [`${number} ${label}`, box, '']);

test('numbered lines that lead to the boxes of a grid are its rows', () => {
  assert.deepEqual(texts(only(form()).rows), ROWS);
});

test('what stands left of the numbers explains the form, and is no part of its lines', () => {
  const sheet = form();
  for (const [row, note] of ['Attach', 'all forms', 'here'].entries())
    sheet.text(note, LEFT + 2, yOf(row) + 9, { size: 7 });
  assert.deepEqual(texts(only(sheet).rows), ROWS);
});

test('dots that lead from a line to its box stand in no cell', () => {
  const sheet = form();
  for (let dot = 0; dot < 8; dot += 1) sheet.text('.', 330 + dot * 12, yOf(1) + 10, { size: 8 });
  assert.deepEqual(texts(only(sheet).rows), ROWS);
});

test('a box on a line is a part of its text, and the line under it parts the rows', () => {
  const sheet = boxes(LINES.length);
  for (const [row, [box, number, label]] of LINES.entries())
    if (row !== 1) lineOn(sheet, row, box, number, label);
  sheet.text(`${'b    Wages that are on no form'.padEnd(64)}1b`, NUMBERS, yOf(1) + 10, { size: 8 });
  sheet.across(yOf(2), 360, SIDE).down(360, yOf(1), yOf(2)).down(385, yOf(1), yOf(2));
  sheet.page.rules.splice(
    sheet.page.rules.findIndex(({ position, start }) => position === yOf(2) && start === SIDE),
    1,
  );
  const rows = ROWS.map((row, at) => (at === 1 ? ['b Wages that are on no form 1b', '', ''] : row));
  assert.deepEqual(texts(only(sheet).rows), rows);
});

test('boxes beside a column of other texts are a grid of their own', () => {
  const sheet = boxes(LINES.length);
  for (const row of LINES.keys())
    sheet
      .text('The committee met in the morning and heard what', TEXTS, yOf(row) + 10, { size: 8 })
      .row(yOf(row) + 10, [SIDE + 8, AMOUNTS + 8], [`${row + 7}`, `${row * 31 + 5}`], { size: 8 });
  for (const table of findTables(sheet.page))
    assert.ok(!texts(table.rows).some(row => row[0]?.endsWith('heard what') && row.length === 3));
});

test('a table without a left side whose lines run across all columns keeps its columns', () => {
  const sheet = new Sheet();
  for (let row = 0; row <= LINES.length; row += 1) sheet.across(yOf(row), LEFT, RIGHT);
  sheet.down(SIDE, TOP, yOf(LINES.length)).down(AMOUNTS, TOP, yOf(LINES.length));
  for (const [row, [box, number, label]] of LINES.entries())
    sheet.row(yOf(row) + 10, [LEFT + 5, SIDE + 8, AMOUNTS + 8], [`${number} ${label}`, box, `${row}`], {
      size: 8,
    });
  assert.deepEqual(
    texts(only(sheet).rows),
    ROWS.map(([label = '', box = ''], row) => [label, box, `${row}`]),
  );
});
