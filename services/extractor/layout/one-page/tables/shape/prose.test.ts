import test from 'node:test';
import { none, Sheet, THREE } from '../sheet.fixture.ts';

test('prose in columns side by side is no table, though its lines stand in rows', () => {
  const sheet = new Sheet();
  for (const [i, words] of [
    'The plan was made',
    'by those who had',
    'seen the garden and',
    'who knew its soil',
  ].entries())
    sheet.row(100 + 13 * i, THREE, [words, words, words]);
  none(sheet);
});
