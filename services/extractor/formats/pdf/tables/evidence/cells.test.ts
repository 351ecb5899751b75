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
