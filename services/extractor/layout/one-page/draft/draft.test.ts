import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sheet, texts } from '../tables/sheet.fixture.ts';
import { draftOf } from './draft.ts';

const LEADER = '. '.repeat(30);
const VERSIONS = [
  ['Date', 'Changes made', 'Version'],
  ['07/02/2024', 'Initial issue', '1.0'],
  ['06/03/2024', 'Structure and format', '2.0'],
];

test('a table of versions in drawn cells below a list of contents is a table, a list of contents in drawn cells is none', () => {
  const sheet = new Sheet();
  for (let at = 1; at <= 8; at++) sheet.text(`${at}) Chapter ${LEADER}${at}`, 100, 100 + 16 * at);
  sheet.grid([100, 200, 400, 500], [300, 320, 340, 360]);
  VERSIONS.forEach((row, at) => {
    sheet.row(314 + 20 * at, [106, 206, 406], row);
  });
  assert.deepEqual(
    draftOf(sheet.page).tables.map(table => texts(table.rows)),
    [VERSIONS],
  );
  const contents = new Sheet().grid(
    [90, 130, 500],
    Array.from({ length: 9 }, (_, at) => 100 + 20 * at),
  );
  for (let at = 1; at <= 8; at++) contents.row(94 + 20 * at, [100, 140], [`${at}`, `Chapter ${LEADER}${at}`]);
  assert.deepEqual(draftOf(contents.page).tables, []);
});

test('dots that lead from one cell to another are no lines of their own, those beside the table are', () => {
  const sheet = new Sheet().grid([100, 300, 400], [100, 120, 140, 160]);
  ['Wages', 'Interest', 'Rents'].forEach((label, at) => {
    sheet.row(114 + 20 * at, [104, 200, 310], [label, '. '.repeat(8), `${at * 7 + 3}`], { size: 8 });
  });
  sheet.text('See the notes . . . . . . page 7', 100, 200, { size: 8 });
  const { tables, lines } = draftOf(sheet.page);
  assert.deepEqual(
    tables.map(table => texts(table.rows)),
    [
      [
        ['Wages', '3'],
        ['Interest', '10'],
        ['Rents', '17'],
      ],
    ],
  );
  assert.deepEqual(
    lines.map(line => line.text),
    ['See the notes . . . . . . page 7'],
  );
});
