import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, texts } from '../sheet.fixture.ts';

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

test('the lines of a column of text beside a grid are no labels of its', () => {
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160, 180]);
  [...FRUIT, ['', '4', '1.00']].forEach((row, i) => {
    sheet.row(114 + 20 * i, [0, 250, 400], ['', row[1]!, row[2]!]);
  });
  const column = [
    'Several members of the',
    'board asked for a new',
    'report on the prices of',
    'fruit in the north and',
    'of nuts in the east, to',
    'be ready by the end of',
    'the coming season.',
  ];
  column.forEach((line, i) => {
    sheet.text(line, 112, 102 + 12.5 * i);
  });
  assert.deepEqual(texts(only(sheet).rows)[0], ['12', '3.50']);
});

test('the items of a list beside a grid are no labels of its, though some are level with rows', () => {
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, [250, 400], [row[1]!, row[2]!]);
    sheet.text('• Item', 200, 114 + 20 * i);
  });
  sheet.text('• Item', 200, 124);
  assert.deepEqual(texts(only(sheet).rows)[0], ['12', '3.50']);
});

test('leaders may stand between the labels and the grid', () => {
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, [155, 250, 400], [row[0]!, row[1]!, row[2]!]).text('......', 200, 114 + 20 * i);
  });
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    ['Apples', 'Pears', 'Quinces'],
  );
});

/**
 * A grid from 240 on, in which only the first and last row have text, with a label for each row that ends `away` points
 * before it.
 */
function budget(away: number, heights: readonly number[]) {
  const labels = ['Costs', 'Parts', 'Papers', 'Total'];
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160, 180]);
  sheet.row(114, [250, 400], ['Units', 'Price']).row(174, [250, 400], ['1', '20.19']);
  labels.forEach((label, at) => {
    sheet.text(label, 240 - away - 30, heights[at] ?? 0);
  });
  return texts(only(sheet).rows).map(row => row[0]);
}

test('labels of one line in the middle of each row belong to a grid that stands farther off, and has empty rows', () => {
  assert.deepEqual(budget(90, [114, 134, 154, 174]), ['Costs', 'Parts', 'Papers', 'Total']);
  assert.deepEqual(budget(90, [109, 122, 143, 170]), ['Units', '', '', '1'], 'at other heights');
  assert.deepEqual(budget(150, [114, 134, 154, 174]), ['Units', '', '', '1'], 'too far');
});

test('dots drawn one by one between the labels and the grid are no part of the labels', () => {
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, [150, 250, 400], [`${row[0]!.slice(0, 6)} . . . . .`, row[1]!, row[2]!]);
  });
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    ['Apples', 'Pears', 'Quince'],
  );
});
