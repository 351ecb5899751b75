import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

/** Edges of the cells as tables in company filings are shaded: label, space, currency, amount, bracket or percent sign. */
const EDGES = [250, 258, 268, 320, 330, 340, 390, 400];
const filing = () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 160, 200]) sheet.across(y, 90, 410, EDGES);
  return sheet.text('2022', 296, 114, { bold: true }).text('Share', 355, 114, { bold: true });
};

test('currency, percent signs and room in cells of their own belong to their amounts', () => {
  const sheet = filing();
  [
    ['Revenue', '$', '78,370', '14', '%'],
    ['Operating income', '', '15,300', '81', '%'],
    ['Interest', '', '21,090', '16', '%'],
    ['Credit', '$', '29,300', '97', '%'],
  ].forEach((row, i) => {
    sheet.row(136 + 18 * i, [92, 260, 282, 370, 391], row);
  });
  assert.deepEqual(texts(only(sheet).rows), [
    ['', '2022', 'Share'],
    ['Revenue', '$78,370', '14%'],
    ['Operating income', '15,300', '81%'],
    ['Interest', '21,090', '16%'],
    ['Credit', '$29,300', '97%'],
  ]);
});

test('a wide column without text is a column to be filled in', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 500, [240, 400]);
  sheet.row(114, [95, 245, 405], ['Item', 'Remarks', 'Cost']);
  sheet.row(134, [95, 245, 405], ['Plates', '', '12']);
  sheet.row(154, [95, 245, 405], ['Glasses', '', '30']);
  sheet.row(174, [95, 245, 405], ['Forks', '', '6']);
  assert.equal(only(sheet).rows[1]?.length, 3);
});

/** A spreadsheet without lines, whose format puts the currency at the left of each cell and a dash for zero. */
const priced = (currency: string) => {
  const sheet = new Sheet();
  const xs = [60, 200, 320, 400, 440, 475, 515];
  sheet.row(100, [60, 200, 320, 397, 472], ['Part', 'Maker', 'Pieces', 'Unit-price', 'Total-price']);
  [
    ['Controller', 'Microchip', '1', '-', '-'],
    ['Multiplexer', 'Texas', '1', '0.72', '0.72'],
    ['Jack', 'Lumberg', '2', '1.47', '2.94'],
    ['Amplifier', 'Texas', '1', '8.90', '8.90'],
    ['Button', 'Omron', '4', '-', '-'],
  ].forEach(([part = '', maker = '', pieces = '', unit = '', total = ''], at) => {
    sheet.row(120 + 18 * at, xs, [part, maker, pieces, currency, unit, currency, total]);
  });
  return sheet;
};

test('currencies at the left of the columns of a table without lines belong to their amounts', () => {
  for (const currency of ['$', 'fr.', 'CHF', 'Rp'])
    assert.deepEqual(texts(only(priced(currency)).rows).slice(0, 3), [
      ['Part', 'Maker', 'Pieces', 'Unit-price', 'Total-price'],
      ['Controller', 'Microchip', '1', `${currency}-`, `${currency}-`],
      ['Multiplexer', 'Texas', '1', `${currency}0.72`, `${currency}0.72`],
    ]);
});

test('a column of currencies that has a label of its own is one', () => {
  const sheet = new Sheet();
  const xs = [60, 220, 300, 345];
  sheet.row(100, [60, 220, 300, 345], ['Part', 'Pieces', 'Currency', 'Price'], { bold: true });
  for (const [at, price] of ['14.68', '12.28', '22.10', '17.99'].entries())
    sheet.row(120 + 18 * at, xs, ['Screws', String(10 + at), 'CHF', price]);
  assert.deepEqual(texts(only(sheet).rows)[1], ['Screws', '10', 'CHF', '14.68']);
});
