import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTables } from '../find.ts';
import { Sheet, texts } from '../sheet.fixture.ts';

const XS = [50, 110, 180, 330, 390, 450, 510];
const LABELS = ['Date', 'Code', 'Service', 'Code 2', 'Rate', 'Sum'];
const LEFTS = XS.slice(0, -1).map(x => x + 5);

/** A bill: a head in boxes, and below it a row every 14 points. */
function bill(...rows: string[][]) {
  const sheet = new Sheet().grid(XS, [100, 116]).row(112, LEFTS, LABELS);
  rows.forEach((row, at) => {
    sheet.row(132 + 14 * at, LEFTS, row);
  });
  return sheet;
}

const tablesOf = (sheet: Sheet) => findTables(sheet.page).map(({ rows }) => texts(rows));
const item = (day: number, service: string, sum: string) => [
  `${day} May`,
  `MS${day}`,
  service,
  '',
  '9200',
  sum,
];
const title = (text: string, sum = '') => [text, '', '', '', '', sum];

test('groups of rows under a head in boxes are one table with it, a last one of a single row, too', () => {
  const rows = [
    title('Rooms', '700.50'),
    item(10, 'Ward', '500.25'),
    item(11, 'Nursing', '100.00'),
    item(12, 'Ward', '100.25'),
    title('Tests', '90.00'),
    item(10, 'Blood', '40.00'),
    item(11, 'Urine', '30.00'),
    item(12, 'Blood', '20.00'),
    title('Visits', '10.00'),
    item(13, 'Physician', '10.00'),
  ];
  assert.deepEqual(tablesOf(bill(...rows)), [[LABELS, ...rows]]);
});

test('rows whose texts stand under two of the boxes are no rows of theirs', () => {
  const sheet = bill();
  for (const at of [0, 1, 2, 3])
    sheet.row(300 + 14 * at, [60, 160, 300, 420], ['Account', 'Somebody else', `${at}7.50`, `${at}2.25`]);
  assert.equal(tablesOf(sheet)[0]?.[0]?.includes('Service'), false);
});

test('no word is told twice or lost, also where the rows have taken the head, or it is a table itself', () => {
  const rows = [1, 2, 3, 4].map(day => item(10 + day, 'Ward', `${day}0.25`));
  const form = bill(...rows)
    .across(130, 50, 510)
    .down(50, 116, 130)
    .down(510, 116, 130)
    .text('Ward of May', 60, 126);
  for (const sheet of [bill(...rows), form]) {
    const told = findTables(sheet.page).flatMap(({ pieces }) => pieces.map(({ item: index }) => index));
    assert.equal(new Set(told).size, told.length);
  }
});
