import assert from 'node:assert/strict';
import test from 'node:test';
import type { DraftCell } from '../shape/draft.ts';
import { cellText } from '../shape/text.ts';
import { cellAt } from '../sheet.fixture.ts';
import { withSignsAtAmounts } from './sign-cells.ts';

/** Label, sign, amount, sign, amount: rows without signs have one cell for both. */
const XS = [0, 100, 120, 200, 220, 300];
const plain = (row: number, label: string, ...amounts: string[]): DraftCell[] => [
  cellAt(row, 0, label),
  ...amounts.map((amount, at) => cellAt(row, 1 + 2 * at, amount, 2)),
];
const signed = (row: number, label: string, ...amounts: string[]): DraftCell[] => [
  cellAt(row, 0, label),
  ...amounts.flatMap((amount, at) => [cellAt(row, 1 + 2 * at, '$'), cellAt(row, 2 + 2 * at, amount)]),
];

const read = (...rows: DraftCell[][]) => {
  const { xs, cells } = withSignsAtAmounts({ kind: 'ruled', xs: XS, ys: [], cells: rows.flat() });
  return { xs, texts: cells.map(({ column, colspan, words }) => [column, colspan, cellText(words)]) };
};

test('signs in cells of their own stand with their amounts, in the columns of rows without signs', () => {
  const { xs, texts } = read(plain(0, 'Fees', '417', '373'), signed(1, 'Total', '(730)', '—'));
  assert.deepEqual(xs, [0, 100, 200, 300]);
  assert.deepEqual(texts, [
    [0, 1, 'Fees'],
    [1, 1, '417'],
    [2, 1, '373'],
    [0, 1, 'Total'],
    [1, 1, '$ (730)'],
    [2, 1, '$ —'],
  ]);
});

test('a column of signs stays where something else stands or ends in it, or no amount follows', () => {
  const others = [
    [cellAt(1, 0, 'Rate'), cellAt(1, 1, '7.5')],
    [cellAt(1, 0, 'Rates of exchange', 2)],
    [cellAt(1, 0, 'Rate'), cellAt(1, 1, '$'), cellAt(1, 2, 'dollars')],
  ];
  for (const other of others)
    assert.deepEqual(read(signed(0, 'Total', '730', '691'), other).xs, [0, 100, 120, 200, 300]);
});
