import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, THREE, texts } from '../sheet.fixture.ts';
import { isPartedInWord } from './text.ts';

test('wrapped lines of a cell are joined and a line-end hyphen goes', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 140, 160]);
  sheet
    .text('A long expla-', 100, 114)
    .text('nation here', 100, 126)
    .text('12', 250, 114)
    .row(154, THREE, ['b', '13']);
  assert.deepEqual(texts(only(sheet).rows)[0], ['A long explanation here', '12']);
});

test('errors of a value that stand above each other are read one after the other', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 140]).row(114, THREE, ['Width', '0.04']);
  for (const [baseline, sign, digits] of [
    [109, '+', '12'],
    [117, '−', '35'],
  ] as const)
    sheet.text(sign, 270, baseline, { size: 7 }).text(digits, 273.5, baseline, { size: 7 });
  assert.deepEqual(texts(only(sheet.row(134, THREE, ['Depth', '7'])).rows)[0], ['Width', '0.04⁺¹²−35']);
});

test('amounts below nothing whose minus stands behind them are whole, whatever stands below', () => {
  const below = (text: string, next: string) => isPartedInWord(text, next);
  assert.deepEqual(
    [
      ['50.315-', '761'],
      ['73-', '17.969'],
      ['33 722,15-', '(363,90)'],
      ['€1234.50-', '98.00'],
      ['490-', '64'],
    ].map(([text = '', next = '']) => below(text, next)),
    [false, false, false, false, false],
  );
  // Dates, article numbers and telephone numbers.
  assert.deepEqual(
    [
      ['2024-08-', '19'],
      ['2024-', '08-19'],
      ['KX-', '92604'],
      ['0171-', '2345678'],
      ['978-3-', '16'],
    ].map(([text = '', next = '']) => below(text, next)),
    [true, true, true, true, true],
  );
});

test('a number that a narrow cell parts at its hyphen is whole, and so are signs that are written without spaces', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 140, 180, 220]);
  sheet
    .text('KX-', 100, 114)
    .text('92604', 100, 126)
    .text('2024-08-', 250, 114)
    .text('19', 250, 126)
    .text('120-', 100, 154)
    .text('35-', 100, 166)
    .text('合同', 250, 154)
    .text('编号', 250, 166)
    .text('04/09', 100, 194)
    .text('/2026', 100, 206)
    .text('5/', 250, 194)
    .text('8', 250, 206);
  assert.deepEqual(texts(only(sheet).rows), [
    ['KX-92604', '2024-08-19'],
    ['120- 35-', '合同编号'],
    ['04/09/2026', '5/8'],
  ]);
});

test('a grade with a minus is whole, whatever grade stands below', () => {
  for (const next of ['B', '1', 'SP', 'F']) assert.equal(isPartedInWord('A-', next), false);
  assert.equal(isPartedInWord('A-', 'Level'), true);
});

test('a date that its narrow column parts among its figures is whole, and a number below one is another', () => {
  const parted = ['15.01.202|4', '5/6/202|4', '15.01.2|024', '2024-01-1|5', '2024-0|1-15'];
  for (const [text = '', next = ''] of parted.map(both => both.split('|')))
    assert.equal(isPartedInWord(text, next), true, text);
  const whole = ['15.01.20|24', '15.01.2024|4', '1.2.1|245', '15.01.202|4 pieces', '115.01.202|4', '202|4'];
  for (const [text = '', next = ''] of whole.map(both => both.split('|')))
    assert.equal(isPartedInWord(text, next), false, text);
});

test('rows without lines whose dates are parted so are one each', () => {
  const sheet = new Sheet().row(100, [68, 128, 200, 362], ['Date', 'Reference', 'Text', 'Debit']);
  const articles = ['River', 'Quiet harbour', 'Museum', 'An early survey', 'Canal'];
  const rows = articles.map((text, n) => [`0${n + 1}.03.202${n}`, `AB-10${n}`, text, `${n + 1}81.94`]);
  rows.forEach(([date = '', ...others], at) => {
    const y = 118 + 30 * at;
    sheet.row(y, [68, 128, 200, 362], [date.slice(0, -1), ...others]).text(date.slice(-1), 68, y + 12.75);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(1), rows);
});
