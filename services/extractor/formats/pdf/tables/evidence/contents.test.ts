import test from 'node:test';
import { none, Sheet } from '../sheet.fixture.ts';

test('contents with page numbers are no table', () => {
  const sheet = new Sheet();
  ['Introduction', 'Method', 'Results', 'Discussion', 'References'].forEach((title, i) => {
    sheet.text(title, 100, 100 + 16 * i).text(String(3 + 4 * i), 480, 100 + 16 * i);
  });
  none(sheet);
});
