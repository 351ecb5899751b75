import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from './allowance.ts';
import { CEILINGS, type Ceilings } from './format.ts';

const allowance = (sourceBytes?: number) =>
  new Allowance({ ...CEILINGS, cells: 100, elements: 100, inflatedBytes: 100 }, sourceBytes);

test('a ceiling may be reached, by many readers together, and what is left of it is never negative', () => {
  const spent = allowance();
  for (const amount of [60, 40]) spent.spend('cells', amount);
  assert.equal(spent.left('cells'), 0);
  assert.throws(() => spent.spend('cells', 1), { code: 'extraction_failed', bomb: true });
  assert.equal(spent.left('cells'), 0);
  assert.equal(spent.left('elements'), 100);
});

test('a file with as many cells or elements as its bytes can honestly hold is too large, and no bomb', () => {
  for (const [ceiling, sourceBytes, bomb] of [
    ['cells', 51, false],
    ['elements', 51, false],
    ['cells', 50, true],
    ['elements', 0, true],
    ['inflatedBytes', 10_000, true],
  ] as [keyof Ceilings, number, boolean][])
    assert.throws(
      () => allowance(sourceBytes).spend(ceiling, 101),
      { code: 'extraction_failed', bomb },
      `${ceiling} of ${sourceBytes} bytes`,
    );
});
