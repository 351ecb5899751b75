import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [100, 250, 400];
const VOTES = [
  ['Mill Lane', '310', '204'],
  ['Old Bridge', '117', '98'],
  ['Quay Street', '286', '351'],
  ['Rope Walk', '64', '77'],
  ['Salt House', '190', '12'],
];

/**
 * A head between two lines, and below it `rows` down to the end of three vertical lines, without horizontal lines; a
 * fourth vertical line ends at `last`.
 */
function openBody(rows: readonly string[][], joints: number[], last = 120): Sheet {
  const sheet = new Sheet().across(100, 90, 500).across(120, 90, 500);
  for (const x of [90, 240, 500]) sheet.down(x, 100, 120 + 12 * rows.length, joints);
  sheet.down(390, 100, last);
  sheet.row(114, LEFTS, ['Ward', 'North', 'Hall']);
  rows.forEach((row, i) => {
    sheet.row(130 + 12 * i, LEFTS, row);
  });
  return sheet;
}

test('rows of numbers end where all lines between columns were put together', () => {
  const sheet = openBody(VOTES, [132, 144, 156, 168]);
  assert.deepEqual(texts(only(sheet).rows), [['Ward', 'North', 'Hall'], ...VOTES]);
});

test('a label alone is a row of such a table', () => {
  const rows = [['City', '', ''], ...VOTES];
  const sheet = openBody(rows, [132, 144, 156, 168, 180]);
  assert.deepEqual(texts(only(sheet).rows).slice(1), rows);
});

test('lines of wrapped texts are no rows, wherever lines between columns were put together', () => {
  const lines = [
    ['the ferry that', 'goes at six and', 'comes back late'],
    ['is built of oak', 'never waits for', 'with the lamps'],
    ['and of larch on', 'anyone who has', 'lit upon it and'],
    ['its upper parts', 'not yet paid.', 'the crew asleep.'],
    ['and is painted.', '', ''],
  ];
  assert.equal(only(openBody(lines, [132, 144, 156, 168], 180)).rows.length, 2);
});
