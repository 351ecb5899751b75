import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTables } from '../find.ts';
import { Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [80, 220, 240];
const IDENTIFIERS = [
  ['Product name', ':', 'Ethyl acetate'],
  ['Product Number', ':', '270989'],
  ['Brand', ':', 'Orchard'],
  ['CAS-No.', ':', '141-78-6'],
];
const SUPPLIER = [
  ['Telephone', ':', '01747 833000'],
  ['Fax', ':', '01747 833313'],
];

/** A page of a safety data sheet, whose headings are aligned with the columns of the fields below them. */
function sheetOf(title: string) {
  const sheet = new Sheet().text(title, 50, 90, { bold: true });
  sheet.text('1.1   Product identifiers', 50, 106, { bold: true });
  IDENTIFIERS.forEach((row, at) => {
    sheet.row(120 + 14 * at, LEFTS, row);
  });
  sheet.text('1.2   Details of the supplier', 50, 178, { bold: true });
  SUPPLIER.forEach((row, at) => {
    sheet.row(192 + 14 * at, LEFTS, row);
  });
  return sheet;
}

const tablesOf = (sheet: Sheet) => findTables(sheet.page).map(({ rows }) => texts(rows));

test('numbered headings between fields part them into tables, and are text themselves', () => {
  assert.deepEqual(tablesOf(sheetOf('SECTION 1: Identification of the substance')), [IDENTIFIERS, SUPPLIER]);
});

test('bold groups of a price list with a head are rows of it', () => {
  const rows = [
    ['Position', 'Count', 'Price'],
    ['1.1 Chairs'],
    ['Oak', '4', '20.00'],
    ['Pine', '2', '12.00'],
    ['1.2 Tables'],
    ['Oak', '1', '80.00'],
    ['Pine', '3', '45.00'],
  ];
  const sheet = new Sheet().across(78, 45, 460).across(96, 45, 460).across(194, 45, 460);
  rows.forEach((row, at) => {
    sheet.row(90 + 16 * at, [50, 300, 400], row, { bold: at === 0 || row.length === 1 });
  });
  assert.deepEqual(
    tablesOf(sheet).map(table => table.map(([label]) => label)),
    [rows.map(([label]) => label)],
  );
});
