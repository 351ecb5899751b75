import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findTables } from '../find.ts';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

/** Draws the rows column by column, each column with its head first. */
function byColumns(sheet: Sheet, lefts: readonly number[], rows: readonly (readonly string[])[]): Sheet {
  lefts.forEach((left, column) => {
    rows.forEach((row, at) => {
      const text = row[column] ?? '';
      if (text) sheet.text(text, left, 100 + 17 * at);
    });
  });
  return sheet;
}

const MENU = [
  ['Coffee', 'Hot', 'Cold'],
  ['Flat white', '$3.95', '$4.10'],
  ['Latte', '$3.10', '$4.50'],
  ['Cappuccino', '$3.50', '$4.20'],
  ['Flavoured latte', '$3.15', '$3.85'],
];

describe('a table without lines that is drawn column after column', () => {
  test('has its rows, and its head above them', () => {
    // The text between the columns separates them in the stream.
    const sheet = new Sheet();
    byColumns(
      sheet,
      [100],
      MENU.map(([name]) => [name ?? '']),
    );
    sheet.text('Open daily', 400, 60).text('Give it a shot', 150, 400);
    byColumns(
      sheet,
      [300],
      MENU.map(([, hot]) => [hot ?? '']),
    );
    sheet.text('Ask for more', 150, 450);
    byColumns(
      sheet,
      [400],
      MENU.map(([, , cold]) => [cold ?? '']),
    );
    assert.deepEqual(texts(only(sheet).rows), MENU);
  });

  test('does so where an amount is missing, and after dates', () => {
    const rows = [
      ['2024-01-02', 'Opening balance', '', '1,250.00'],
      ['2024-01-05', 'Card payment', '35.20', '1,214.80'],
      ['2024-01-09', 'Standing order', '400.00', '814.80'],
      ['2024-01-12', 'Salary', '2,100.00', '2,914.80'],
      ['2024-01-15', 'Rent', '900.00', '2,014.80'],
      ['2024-01-17', 'Groceries', '64.10', '1,950.70'],
      ['2024-01-22', 'Refund', '12.00', '1,962.70'],
      ['2024-01-31', 'Closing balance', '', '1,962.70'],
    ];
    const sheet = byColumns(new Sheet(), [60, 140, 330, 450], rows);
    assert.deepEqual(texts(only(sheet).rows), rows);
  });
});

describe('texts on the same lines, drawn one after the other,', () => {
  test('are no rows where they are two columns of text', () => {
    const left = [
      'The town has',
      'counted what it spent',
      'in the year',
      'that ended in',
      'June on roads',
      'and on schools',
    ];
    const right = [
      'Of 12 bridges',
      '3 are older',
      'than 1950 and',
      'will be built',
      'again until 2031',
      'at the latest',
    ];
    none(
      byColumns(
        new Sheet(),
        [60, 320],
        left.map((line, at) => [line, right[at] ?? '']),
      ),
    );
  });

  test('are rows of two tables where both have several cells', () => {
    const sheet = new Sheet();
    for (const [at, baseline] of [100, 117, 134, 151, 168].entries())
      sheet.row(baseline, [60, 110, 160], [`${at + 11}`, '5', `9.${at}`]);
    for (const [at, baseline] of [100, 117, 134, 151, 168].entries())
      sheet.row(baseline, [330, 380, 430], [`${at + 21}`, '50', `${at + 1}.5`]);
    const tables = findTables(sheet.page).map(table => texts(table.rows)[0]);
    assert.deepEqual(tables, [
      ['11', '5', '9.0'],
      ['21', '50', '1.5'],
    ]);
  });
});
