import test from 'node:test';
import { none, Sheet } from '../sheet.fixture.ts';

test('contents with page numbers are no table', () => {
  const sheet = new Sheet();
  ['Introduction', 'Method', 'Results', 'Discussion', 'References'].forEach((title, i) => {
    sheet.text(title, 100, 100 + 16 * i).text(String(3 + 4 * i), 480, 100 + 16 * i);
  });
  none(sheet);
});

test('nor are they where a rule runs under each title', () => {
  const sheet = new Sheet();
  ['Introduction', 'Method', 'Results', 'Discussion', 'References'].forEach((title, i) => {
    const y = 100 + 20 * i;
    sheet.row(y, [100, 140, 480], [String(i + 1), title, String(3 + 4 * i)]).across(y + 6, 95, 500);
  });
  none(sheet);
});
