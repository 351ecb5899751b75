import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table } from './document.ts';
import { TableBuilder } from './table-builder.ts';

const shown = (table: Table | null): string[] | undefined =>
  table?.rows.map(row =>
    row
      .map(
        ({ text, colspan, rowspan }) =>
          `${text}${colspan > 1 || rowspan > 1 ? `:${colspan}x${rowspan}` : ''}`,
      )
      .join(' '),
  );

/**
 * Builds a table from one line for each row: `<` joins the cell to the left, `^` the one above, `.` leaves a column
 * free, `a:2` covers two columns.
 */
function built(...lines: string[]): Table | null {
  const builder = new TableBuilder();
  for (const line of lines) {
    builder.beginRow();
    for (const cell of line.split(' ')) {
      const [text = '', columns] = cell.split(':');
      if (text === '<') builder.joinLeft('');
      else if (text === '^') builder.joinAbove('', Number(columns ?? 1));
      else if (text === '.') builder.skip(1);
      else builder.add(text, { columns: Number(columns ?? 1) });
    }
  }
  return builder.finish(null);
}

test('cells that join the one to the left or above widen it, each row and column once', () => {
  assert.deepEqual(shown(built('a < b', '^ ^ c', '^ < d')), ['a:2x3 b', 'c', 'd']);
  assert.deepEqual(shown(built('a:2 b', '^:2 c')), ['a:2x2 b', 'c']);
});

test('columns that no cell covers are filled, so that what follows keeps its place', () => {
  assert.deepEqual(shown(built('a b c', '. d e')), ['a b c', ' d e']);
});

test('nothing to join is said, and the text of what joins is kept', () => {
  const builder = new TableBuilder();
  builder.beginRow();
  assert.deepEqual([builder.joinLeft('x'), builder.joinAbove('x')], [false, false]);
  builder.add('one');
  builder.joinLeft('two');
  builder.beginRow();
  assert.equal(builder.joinAbove('three'), true);
  assert.deepEqual(shown(builder.finish(null)), ['one\ntwo\nthree:2x2', '']);
});

test('a row that is taken away leaves no trace', () => {
  const builder = new TableBuilder();
  builder.beginRow();
  builder.add('a');
  builder.beginRow();
  builder.dropRow();
  builder.beginRow();
  assert.equal(builder.joinAbove(''), true);
  assert.deepEqual(shown(builder.finish(null)), ['a:1x2', '']);
});

test('what reaches below the last row is cut, and costs what it was said to cover', () => {
  const builder = new TableBuilder();
  builder.beginRow();
  builder.add('a', { columns: 3, rows: 100 });
  assert.equal(builder.positions, 3 + 3 * 99);
  assert.deepEqual(shown(builder.finish(null)), ['a:3x1']);
});

test('a table without any text is none, unless it was drawn to be seen', () => {
  assert.equal(built(' '), null);
  const builder = new TableBuilder();
  assert.equal(builder.finish(null, true), null);
  builder.beginRow();
  builder.add('');
  assert.deepEqual(shown(builder.finish(null, true)), ['']);
});
