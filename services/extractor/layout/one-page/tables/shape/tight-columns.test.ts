import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

/** Rows of a number that ends at 200 points, a text that begins two points behind it, and now and then a third. */
function printed(numbers: readonly string[]): Sheet {
  const sheet = new Sheet();
  numbers.forEach((number, i) => {
    sheet.text(number, 200 - 5 * number.length, 100 + 13 * i);
    sheet.row(100 + 13 * i, [202, 300], [i % 2 === 0 ? 'South' : 'North', i % 3 === 0 ? '' : 'paid']);
  });
  return sheet;
}

const AMOUNTS = Array.from({ length: 12 }, (_, at) => (1.5 * at ** 2).toFixed(1));

test('numbers and the texts right behind them are two columns where both keep their places row by row', () => {
  assert.deepEqual(
    texts(only(printed(AMOUNTS)).rows),
    AMOUNTS.map((amount, i) => [amount, i % 2 === 0 ? 'South' : 'North', i % 3 === 0 ? '' : 'paid']),
  );
});

test('numbers that count lines or items are no column of their own', () => {
  const sheet = new Sheet();
  AMOUNTS.forEach((_, i) => {
    const number = `${i + 1}.`;
    sheet
      .text(number, 200 - 5 * number.length, 100 + 13 * i)
      .text('The keeper lights the lamp', 202, 100 + 13 * i);
  });
  none(sheet);
});
