import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const MIDDLES = [245, 375, 490];
const HEAD = ['Product', 'Quantity', 'Price'];
const ROWS = 'Kettles Lamps Saws Hammers Nails Ladders Rope Paint Brushes'
  .split(' ')
  .map((name, at) => [name, `${at + 2}`, `R$ ${7 * at},00`]);
const PITCH = 11.3;

const row = (sheet: Sheet, baseline: number, cells: readonly string[], size: number, bold: boolean) =>
  sheet.row(
    baseline,
    MIDDLES.map((middle, at) => middle - (cells[at]?.length ?? 0) * size * 0.25),
    cells,
    { size, bold },
  );

/** A title on a dark strip, a head, a row `step` points below it, and further rows, every other one shaded. */
function underTitle(second: readonly string[], step: number): Sheet {
  const sheet = new Sheet().shade(28, 100, 567, 120, 0x373737).text('Transactions', 80, 113, { bold: true });
  row(sheet, 130, HEAD, 9, true);
  row(sheet, 130 + step, second, 8, false);
  const top = 130 + step + 3;
  ROWS.slice(1).forEach((cells, at) => {
    if (at % 2 === 0) sheet.shade(28, top + at * PITCH, 567, top + (at + 1) * PITCH);
    row(sheet, top + at * PITCH + 8, cells, 8, false);
  });
  return sheet;
}

test('the row between a bold head and the first stripe is a row of its own', () => {
  const [first = [], ...rows] = ROWS;
  assert.deepEqual(texts(only(underTitle(first, 13)).rows).slice(-10), [HEAD, first, ...rows]);
});

test('what stands as near to the labels above it as lines of one text is their second line', () => {
  const units = ['of steel', 'in pieces', 'in euros'];
  const head = HEAD.map((label, at) => `${label} ${units[at]}`);
  assert.deepEqual(texts(only(underTitle(units, 9)).rows).slice(-9)[0], head);
});

/** Rules below the rows but not below the head, whose labels have two lines; `last` is between these and the first rule. */
function onRules(last: readonly string[], roomBelow = 8): Sheet {
  const sheet = new Sheet().across(90, 180, 540);
  row(sheet, 100, HEAD, 10, true);
  row(sheet, 112, ['by name', 'in stock', 'in reais'], 10, true);
  row(sheet, 125, last, 10, false);
  sheet.across(125 + roomBelow, 180, 540);
  ROWS.slice(1, 6).forEach((cells, at) => {
    const baseline = 125 + roomBelow + 13 + at * 21;
    row(sheet, baseline, cells, 10, false);
    sheet.across(baseline + 8, 180, 540);
  });
  return sheet;
}

const TWO_LINES = ['Product by name', 'Quantity in stock', 'Price in reais'];

test('the row between a bold head and the first rule is a row of its own where it stands on its rule as others do', () => {
  const [first = [], ...rows] = ROWS;
  assert.deepEqual(texts(only(onRules(first)).rows), [TWO_LINES, first, ...rows.slice(0, 5)]);
});

test('a last line of the head that stands otherwise above its rule than rows do stays in the head', () => {
  const head = TWO_LINES.map((label, at) => `${label} ${['(a)', '(b)', '(c)'][at]}`);
  assert.deepEqual(texts(only(onRules(['(a)', '(b)', '(c)'], 3)).rows)[0], head);
});
