import assert from 'node:assert/strict';
import test from 'node:test';
import { continueTable } from '../extend/continue.ts';
import { FRUIT, only, Sheet, texts } from '../sheet.fixture.ts';

const XS = [90, 200, 380, 500];

/** Texts begin or end at their column's line, so that the centres of the gaps are elsewhere. */
function rows(sheet: Sheet, top: number, texts: readonly string[][]) {
  texts.forEach(([name = '', count = '', price = ''], i) => {
    sheet.row(top + 16 * i, [94, 376 - 5 * count.length, 496 - 5 * price.length], [name, count, price]);
  });
}

test('a table of lines between columns goes on over the page, though there nothing closes it', () => {
  const upper = new Sheet().grid(XS, [88, 106]);
  for (const x of XS) upper.down(x, 106, 700);
  rows(upper, 100, [['Fruit', 'Count', 'Price'], ...Array.from({ length: 12 }, () => FRUIT).flat()]);
  const lower = new Sheet();
  for (const x of XS) lower.down(x, 60, 125);
  rows(lower, 72, [
    ['Medlars from the south', '7', '1.00'],
    ['Figs from the south', '12', '1.50'],
    ['Dates from the south', '9', '2.00'],
  ]);
  const [table, rest] = [only(upper), only(lower)];
  assert.deepEqual(rest.columns, XS);
  assert.ok(continueTable(table, rest));
  assert.deepEqual(texts(table.rows).at(-1), ['Dates from the south', '9', '2.00']);
});
