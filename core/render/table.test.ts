import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../tests/support/cpu-time.ts';
import { gridMarkdown, spreadGrid } from './table.ts';

const cell = (text: string, spans = {}) => ({ text, colspan: 1, rowspan: 1, header: false, ...spans });

test(
  'a table with one long row makes no answer as large as its square',
  inCpuTime(20_000, () => {
    const long = Array.from({ length: 20_000 }, () => cell('x'));
    const rows = [[cell('a'), cell('b')], long, ...Array.from({ length: 20_000 }, () => [cell('y')])];
    const lines = gridMarkdown(spreadGrid({ kind: 'table', rows, page: null })).split('\n');
    assert.deepEqual(
      lines.slice(0, 4).map(line => line.split('|').length - 2),
      [20_000, 20_000, 20_000, 1],
    );
  }),
);

test('a row begins where the cells that hang into it end', () => {
  const rows = [
    [cell('a', { rowspan: 3 }), cell('b', { colspan: 2 })],
    [cell('c', { rowspan: 2 })],
    [cell('d')],
    [cell('e')],
  ];
  assert.deepEqual(spreadGrid({ kind: 'table', rows, page: null }), [
    ['a', 'b', ''],
    ['', 'c'],
    ['', '', 'd'],
    ['e'],
  ]);
});

test('a table of more rows than a call takes arguments is rendered', () => {
  const row = [{ text: 'x', colspan: 1, rowspan: 1, header: false }];
  const rows = Array.from({ length: 200_000 }, () => row);
  assert.equal(gridMarkdown(spreadGrid({ kind: 'table', rows, page: null })).split('\n').length, 200_001);
});
