import assert from 'node:assert/strict';
import test from 'node:test';
import { cellAt, none, Sheet } from '../sheet.fixture.ts';
import { isContents } from './contents.ts';

test('contents with page numbers are no table', () => {
  const sheet = new Sheet();
  ['Introduction', 'Method', 'Results', 'Discussion', 'References'].forEach((title, i) => {
    sheet.text(title, 100, 100 + 16 * i).text(String(3 + 4 * i), 480, 100 + 16 * i);
  });
  none(sheet);
});

test('nor are they where a rule runs under each title', () => {
  const sheet = new Sheet();
  ['Introduction', 'Method', 'Results', 'Discussion', 'References'].forEach((title, i) => {
    const y = 100 + 20 * i;
    sheet.row(y, [100, 140, 480], [String(i + 1), title, String(3 + 4 * i)]).across(y + 6, 95, 500);
  });
  none(sheet);
});

test('nor where the pages stand in any column, one a row', () => {
  const entries = [
    ['1. Introduction', 1, '3'],
    ['2. Survey methods', 3, '4'],
    ['3. Equipment', 2, '7'],
  ] as const;
  const filled = entries.flatMap(([title, column, page], row) => [
    cellAt(row, 0, title),
    cellAt(row, column, page),
  ]);
  assert.equal(isContents([...filled, cellAt(3, 0, '3.1 Cameras')], 5, 4), true);
  assert.equal(isContents([...filled, cellAt(3, 0, '4. Sites'), cellAt(3, 4, 'none')], 5, 4), false);
});
