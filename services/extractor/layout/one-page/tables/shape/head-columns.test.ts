import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, texts } from '../sheet.fixture.ts';

test('labels at the left over numbers at the right share their columns', () => {
  const sheet = new Sheet().across(88, 90, 500).across(104, 90, 500).across(166, 90, 500);
  sheet.row(100, [100, 220, 370], ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(120 + 18 * i, [100, 300, 460], row);
  });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('a label over several columns does not close the strips between them', () => {
  const sheet = new Sheet()
    .text('First half of the year', 230, 100)
    .text('Second half of the year', 400, 100);
  [
    ['', '2023', '2024', '2023', '2024'],
    ['North', '12', '14', '16', '18'],
    ['South', '22', '24', '26', '28'],
    ['West', '32', '34', '36', '38'],
  ].forEach((row, i) => {
    sheet.row(116 + 16 * i, [100, 240, 310, 410, 480], row);
  });
  const { rows } = only(sheet);
  assert.deepEqual(
    rows[0]?.map(cell => [cell.text, cell.colspan]),
    [
      ['', 1],
      ['First half of the year', 2],
      ['Second half of the year', 2],
    ],
  );
  assert.equal(rows[1]?.length, 5);
});

test('labels no farther apart than words are parted where the columns below begin', () => {
  const sheet = new Sheet().across(88, 90, 500).across(104, 90, 500).across(176, 90, 500);
  sheet.text('Item', 100, 100).text('Part name', 125, 100).text('Count', 300, 100);
  ['Bolts', 'Hexagon nuts', 'Threaded rods', 'Pins'].forEach((name, i) => {
    sheet.row(120 + 16 * i, [100, 125, 300], [`${i + 1}`, name, `${12 + i}`]);
  });
  assert.deepEqual(texts(only(sheet).rows)[0], ['Item', 'Part name', 'Count']);
});
