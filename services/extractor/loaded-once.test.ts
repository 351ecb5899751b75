import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadedOnce } from './loaded-once.ts';

describe('what a format loads with its first document', () => {
  test('is asked for once, also by documents that come while it loads', async () => {
    let asked = 0;
    const module = loadedOnce(async () => ++asked);
    assert.deepEqual(await Promise.all([module(), module()]), [1, 1]);
    assert.equal(await module(), 1);
  });

  test('is asked for again after a failure', async () => {
    let asked = 0;
    const module = loadedOnce(async () => {
      if (++asked === 1) throw new Error('no memory');
      return asked;
    });
    await assert.rejects(module(), /no memory/);
    assert.equal(await module(), 2);
  });
});
