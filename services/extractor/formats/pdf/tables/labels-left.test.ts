import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, texts } from './sheet.fixture.ts';

test('labels beside a drawn grid are its first column', () => {
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, [200, 250, 400], [row[0]!.slice(0, 6), row[1]!, row[2]!]);
  });
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    ['Apples', 'Pears', 'Quince'],
  );
});
