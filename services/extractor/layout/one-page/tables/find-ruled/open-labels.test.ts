import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

/** A grid with a box above the labels to its left, one label a row from 150 on. */
function boxedHead(labels: readonly string[]): Sheet {
  const sheet = new Sheet().grid([200, 300, 400], [100, 140, 160, 180, 200]).grid([90, 200], [120, 140]);
  sheet.text('Ward', 100, 134).row(134, [210, 310], ['North', 'South']);
  labels.forEach((label, i) => {
    sheet.row(154 + 20 * i, [100, 210, 310], [label, `${i + 3}1`, `${i + 2}7`]);
  });
  return sheet;
}

test('labels beside a grid are parted by its rows, where only a box above them draws their column', () => {
  const rows = texts(only(boxedHead(['Mill Lane', 'Old Bridge', 'Quay Street'])).rows);
  assert.deepEqual(rows.slice(-3), [
    ['Mill Lane', '31', '27'],
    ['Old Bridge', '41', '37'],
    ['Quay Street', '51', '47'],
  ]);
});

test('one label over several lines there stays one', () => {
  const rows = texts(only(boxedHead(['All that lie', 'below the old', 'city wall'])).rows);
  assert.ok(rows.some(([label]) => label === 'All that lie below the old city wall'));
});

test('numbers beside such labels are parted with them, where lines part the rows of the last column alone', () => {
  const sheet = new Sheet()
    .grid([300, 400], [100, 120, 140, 160, 180])
    .across(100, 90, 400)
    .across(120, 90, 400);
  sheet.across(180, 90, 400).down(200, 100, 180);
  sheet.row(114, [100, 210, 310], ['Ballots', 'By mail', 'All']);
  ['Cast', 'Blank', 'Spoiled'].forEach((label, i) => {
    sheet.row(134 + 20 * i, [100, 210, 310], [label, `${i + 3}1`, `${i + 5}7`]);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['Cast', '31', '57'],
    ['Blank', '41', '67'],
    ['Spoiled', '51', '77'],
  ]);
});
