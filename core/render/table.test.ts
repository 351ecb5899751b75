import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridMarkdown, spreadGrid } from './table.ts';

test('a table of more rows than a call takes arguments is rendered', () => {
  const row = [{ text: 'x', colspan: 1, rowspan: 1, header: false }];
  const rows = Array.from({ length: 200_000 }, () => row);
  assert.equal(gridMarkdown(spreadGrid({ kind: 'table', rows, page: null })).split('\n').length, 200_001);
});
