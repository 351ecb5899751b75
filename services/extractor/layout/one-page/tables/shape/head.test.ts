import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, THREE } from '../sheet.fixture.ts';

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

test('a label over labels of groups is a level of its own', () => {
  const sheet = new Sheet().across(80, 90, 520).across(150, 90, 520).across(200, 90, 520);
  sheet.text('All data sets', 305, 94).text('Training', 240, 112).text('Testing', 440, 112);
  sheet.across(116, 200, 340).across(116, 360, 510);
  sheet.row(132, [200, 300, 360, 470], ['Some', 'More', 'Less', 'None']);
  [
    ['First', '1', '2', '3', '4'],
    ['Second', '5', '6', '7', '8'],
  ].forEach((row, i) => {
    sheet.row(164 + 18 * i, [100, 210, 310, 370, 480], row);
  });
  const rows = only(sheet).rows.slice(0, 2);
  assert.deepEqual(
    rows.map(row => row.filter(cell => cell.colspan > 1).map(cell => [cell.text, cell.colspan])),
    [
      [['All data sets', 4]],
      [
        ['Training', 2],
        ['Testing', 2],
      ],
    ],
  );
});
