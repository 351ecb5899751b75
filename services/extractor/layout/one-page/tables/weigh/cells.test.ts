import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { none, Sheet } from '../sheet.fixture.ts';

test('the address and the date of a letter are no table', () => {
  const sheet = new Sheet();
  [
    ['Green Field Ltd', 'Phone and fax'],
    ['Mill Lane', 'office@example.org'],
    ['Bristol', 'Third of May'],
  ].forEach((row, i) => {
    sheet.row(60 + 14 * i, [60, 400], row);
  });
  none(sheet);
});

test('values beside labels that end in colons were filled in, and are no table', () => {
  const sheet = new Sheet();
  [
    ['Length:', '120'],
    ['Width:', '85'],
    ['Weight:', '4.5'],
    ['Load:', '30'],
  ].forEach((row, i) => {
    sheet.row(100 + 14 * i, [100, 250], row);
  });
  none(sheet);
});

test('labels in two columns of a form that is not filled in yet are read row by row', () => {
  const sheet = new Sheet();
  [
    ['Trade :', 'Firm :'],
    ['Address :', 'Country :'],
    ['Code :', 'Town :'],
    ['Mail :', 'Telephone :'],
  ].forEach((row, i) => {
    sheet.row(100 + 14 * i, [100, 300], row);
  });
  assert.equal(findTables(sheet.page).length, 1);
});
