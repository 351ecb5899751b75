import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [50, 100, 300, 370, 450];
const LABELS = ['Pos', 'Item', 'Price', 'Count', 'Amount'];

test('descriptions that run across the columns belong to the items of an invoice above them', () => {
  const sheet = new Sheet().row(100, LEFTS, LABELS, { bold: true });
  sheet.row(120, LEFTS, ['1', 'Physiotherapy', '26.00', '10', '260.00']);
  sheet.text('Treatments by the order of Dr. Heiler of 5 September on these', 100, 144);
  sheet.text('days: 11.09., 14.09., 19.09. and 24.09.', 100, 156);
  sheet.row(184, LEFTS, ['2', 'Visit at home', '12.00', '10', '120.00']);
  sheet.text('On the same days, in the afternoon, and once in the evening', 100, 208);
  sheet.text('Payable within 30 days without deduction to the account below.', 50, 280);
  assert.deepEqual(texts(only(sheet).rows), [
    LABELS,
    [
      '1',
      'Physiotherapy Treatments by the order of Dr. Heiler of 5 September on these days: 11.09., 14.09., 19.09. and 24.09.',
      '26.00',
      '10',
      '260.00',
    ],
    [
      '2',
      'Visit at home On the same days, in the afternoon, and once in the evening',
      '12.00',
      '10',
      '120.00',
    ],
  ]);
});

test('items far apart below five labels are one table though the labels are not bold', () => {
  const sheet = new Sheet().row(100, LEFTS, LABELS);
  const items = [
    ['1', 'Rent', '86.55', '2', '173.10'],
    ['2', 'Insurance', '23.10', '2', '46.20'],
    ['3', 'Upgrade', '5.04', '2', '10.08'],
  ];
  items.forEach((item, i) => {
    sheet.row(120 + 50 * i, LEFTS, item);
  });
  assert.deepEqual(texts(only(sheet).rows), [LABELS, ...items]);
});

test('a sum below the items is a row of its own, and a bold heading ends them', () => {
  const sheet = new Sheet().row(100, LEFTS, LABELS, { bold: true });
  sheet.row(120, LEFTS, ['1', 'Rent', '86.55', '2', '173.10']);
  sheet.text('of a car with four doors and a roof for three days in July', 100, 132);
  sheet.row(170, LEFTS, ['2', 'Insurance', '23.10', '2', '46.20']);
  sheet.row(190, [300, 450], ['Sum', '219.30']).text('Terms of payment', 50, 210, { bold: true });
  const [items] = findTables(sheet.page);
  const [insurance, sum, ...others] = texts(items?.rows ?? []).slice(2);
  assert.deepEqual(insurance, ['2', 'Insurance', '23.10', '2', '46.20']);
  assert.deepEqual(sum, ['Sum', '219.30']);
  assert.deepEqual(others, []);
});

test('one item alone is a table below five bold labels', () => {
  const item = ['1', 'Consulting', '100.00', '10', '1000.00'];
  const sheet = new Sheet().row(100, LEFTS, LABELS, { bold: true }).row(120, LEFTS, item);
  sheet.text('in May and June, by the hours that are listed on the next page', 100, 132);
  assert.deepEqual(texts(only(sheet).rows), [
    LABELS,
    ['1', 'Consulting in May and June, by the hours that are listed on the next page', ...item.slice(2)],
  ]);
});

test('rows with fewer numbers below a first full one stay in its table', () => {
  const sheet = new Sheet().row(100, LEFTS, ['Choice', 'Votes', 'Share', 'Here', 'Mail'], { bold: true });
  sheet.row(114, LEFTS, ['Casey', '776', '100.00%', '597', '176']);
  sheet.row(128, LEFTS.slice(0, 2), ['Over', '2']).row(142, LEFTS.slice(0, 2), ['Under', '11']);
  assert.equal(only(sheet).rows.length, 4);
});

test('rows of a list of features with few numbers stay rows of their own', () => {
  const labels = ['Feature', 'Free', 'Team', 'Firm', 'Price'];
  const features = [
    ['Export', '-', 'included', 'included', '-'],
    ['Login', 'extra', 'extra', 'included', 'included'],
    ['Support', '-', 'extra', '-', 'included'],
  ];
  const sheet = new Sheet().row(100, LEFTS, labels);
  features.forEach((row, i) => {
    sheet.row(120 + 24 * i, LEFTS, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [labels, ...features]);
});
