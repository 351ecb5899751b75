import test from 'node:test';
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
