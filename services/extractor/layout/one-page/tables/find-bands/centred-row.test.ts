import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [100, 200, 400];

/** A cell of several lines, one below the other. */
function cell(sheet: Sheet, left: number, top: number, lines: readonly string[]) {
  lines.forEach((line, i) => {
    sheet.text(line, left, top + 12 * i);
  });
}

test('between two rules texts that have their middle at one height are one row, however many lines each has', () => {
  const sheet = new Sheet().row(112, LEFTS, ['Name', 'What it does', 'Date'], { bold: true });
  for (const y of [100, 118, 172, 226]) sheet.across(y, 95, 480);
  [118, 172].forEach((top, i) => {
    cell(sheet, 200, top + 14, [
      'Keeps the water out of the',
      'lower rooms and lets it',
      'run to the old mill',
    ]);
    cell(sheet, 100, top + 20, ['Sluice gate', 'with wheel']);
    cell(sheet, 400, top + 26, [`${i + 3}.5.2021`]);
  });
  const what = 'Keeps the water out of the lower rooms and lets it run to the old mill';
  assert.deepEqual(texts(only(sheet).rows), [
    ['Name', 'What it does', 'Date'],
    ['Sluice gate with wheel', what, '3.5.2021'],
    ['Sluice gate with wheel', what, '4.5.2021'],
  ]);
});

test('so are lines that stand two lines apart, where they go on with a small letter', () => {
  const sheet = new Sheet().row(112, LEFTS, ['Lift', 'Finding', 'Hours'], { bold: true });
  for (const y of [118, 158, 198]) sheet.across(y, 95, 480, [195, 395]);
  for (const [top, lift] of [
    [118, 'A2'],
    [158, 'B1'],
  ] as const) {
    sheet.text('Door sensor dirty, cleaned. Rail', 200, top + 13);
    sheet.row(top + 23, LEFTS, [lift, '', '2.25']).text('lubricated, light replaced.', 200, top + 33);
  }
  sheet.row(211, LEFTS, ['B2', 'No fault.', '1.0']);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['A2', 'Door sensor dirty, cleaned. Rail lubricated, light replaced.', '2.25'],
    ['B1', 'Door sensor dirty, cleaned. Rail lubricated, light replaced.', '2.25'],
    ['B2', 'No fault.', '1.0'],
  ]);
});
