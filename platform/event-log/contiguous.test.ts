import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ContiguousMark } from './contiguous.ts';

describe('the mark of a partition', () => {
  it('passes an offset when all before it are done, in whatever order they end', () => {
    const mark = new ContiguousMark();
    for (const offset of [3, 5, 9]) mark.take(offset);
    mark.finish(5);
    assert.deepEqual([mark.mark, mark.oldest, mark.unfinished], [undefined, 3, 3]);
    mark.finish(3);
    assert.deepEqual([mark.mark, mark.oldest, mark.unfinished], [6, 9, 1]);
    mark.finish(9);
    assert.deepEqual([mark.mark, mark.oldest, mark.unfinished], [10, undefined, 0]);
  });

  it('is not moved by what was never taken, nor by what ends twice', () => {
    const mark = new ContiguousMark();
    for (const offset of [3, 5]) mark.take(offset);
    for (const offset of [4, 3, 3, 7]) mark.finish(offset);
    assert.deepEqual([mark.mark, mark.oldest], [4, 5]);
  });

  it('costs no more for two hundred thousand behind one that takes long', () => {
    const many = 200_000;
    const mark = new ContiguousMark();
    for (let offset = 0; offset < many; offset++) mark.take(offset);
    const begun = performance.now();
    for (let offset = many - 1; offset >= 0; offset--) mark.finish(offset);
    assert.deepEqual([mark.mark, mark.unfinished], [many, 0]);
    for (let offset = many; offset < 2 * many; offset++) mark.take(offset);
    for (let offset = many; offset < 2 * many; offset++) mark.finish(offset);
    assert.equal(mark.mark, 2 * many);
    // Comparing every record with every other one would take 4e10 steps.
    assert.ok(performance.now() - begun < 5_000);
  });
});
