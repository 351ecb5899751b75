import test from 'node:test';
import { none, Sheet } from '../sheet.fixture.ts';

test('equations below each other with their numbers at the right are no table', () => {
  const sheet = new Sheet();
  [
    ['f(x)=x', '+2x+1', '(2)'],
    ['g(x)=y', '+3y+7', '(3)'],
    ['h(x)=z', '+4z+9', '(4)'],
  ].forEach((row, i) => {
    sheet.row(100 + 14 * i, [200, 260, 460], row);
  });
  none(sheet);
});
