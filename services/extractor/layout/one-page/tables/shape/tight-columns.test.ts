import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

/** Rows of a number that ends at 200 points, a text that begins two points after it, and sometimes a third cell. */
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

test('days half an em before texts that begin at one place are a column of their own', () => {
  const sheet = new Sheet()
    .row(100, [40, 95.5, 151, 370, 470], ['Date', 'Value', 'Text', 'Debit', 'Balance'], { bold: true })
    .across(104, 40, 520);
  const rows = Array.from({ length: 10 }, (_, i) => [
    `2026-11-${10 + i}`,
    `2026-12-${10 + i}`,
    ['Battery pack for the doors of the', 'Visit', 'Travel expenses and what was'][i % 3] ?? '',
    i % 4 === 1 ? '' : `${i + 3}.50`,
    `${i + 3},120.50`,
  ]);
  rows.forEach((row, i) => {
    sheet.row(118 + 28 * i, [40, 95.5, 151, 370, 470], row);
    if (i % 3 !== 1) sheet.text('lower station', 151, 130 + 28 * i);
  });
  sheet.row(398, [40, 470], ['Balance carried forward to the next page', '12,120.50']).across(408, 40, 520);
  assert.deepEqual(
    texts(only(sheet).rows).slice(1, -1),
    rows.map((row, i) => row.map((text, at) => (at === 2 && i % 3 !== 1 ? `${text} lower station` : text))),
  );
});
