import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, THREE } from './sheet.fixture.ts';

test('a rule under a group label says which columns it spans, and the other heads span both rows', () => {
  const sheet = new Sheet()
    .across(100, 90, 500)
    .across(140, 90, 500)
    .across(210, 90, 500)
    .across(118, 245, 460);
  sheet.text('Harvest', 330, 114).row(134, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(160 + 18 * i, THREE, row);
  });
  const [top, second] = only(sheet).rows;
  assert.deepEqual(
    top?.map(cell => [cell.text, cell.colspan, cell.rowspan]),
    [
      ['Fruit', 1, 2],
      ['Harvest', 2, 1],
    ],
  );
  assert.deepEqual(
    second?.map(cell => cell.text),
    ['Count', 'Price'],
  );
});
