import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

const linesAt = (rows: readonly (readonly [left: number, baseline: number, text: string])[]) =>
  linesOf(
    rows.flatMap(([left, baseline, text], at) => itemsAt(left, baseline, text, { index: 20 * at })),
  ).map(line => line.text);

test('the number of an equation goes with it, not with the text below', () => {
  assert.deepEqual(
    linesAt([
      [160, 100, 'x+y < z'],
      [420, 100, '(2.7)'],
      [50, 120, 'for all of them'],
    ]),
    ['x+y < z (2.7)', 'for all of them'],
  );
});

test('what stands in brackets at the end of a row without an equation is left where it is', () => {
  for (const text of ['cost of the boats', 'the harbour where x = 2'])
    assert.deepEqual(
      linesAt([
        [50, 100, text],
        [420, 100, '(12)'],
      ]),
      [text, '(12)'],
    );
});
