import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LookedUp } from './looked-up.ts';

function lookUps(read = async (ids: string[]) => ids.map(id => id.toUpperCase())) {
  const calls: string[][] = [];
  const lookedUp = new LookedUp<string>(ids => {
    calls.push(ids);
    return read(ids);
  });
  return { calls, lookedUp };
}

describe('look-ups', () => {
  it('of one turn are one call, in which each id stands once', async () => {
    const { calls, lookedUp } = lookUps();
    const later = Promise.resolve().then(() => lookedUp.get('b'));
    assert.deepEqual(await Promise.all([lookedUp.get('a'), later, lookedUp.get('a')]), ['A', 'B', 'A']);
    assert.deepEqual(calls, [['a', 'b']]);
  });

  it('of a later turn are asked anew: what was read before may have changed', async () => {
    const { calls, lookedUp } = lookUps();
    await lookedUp.get('a');
    await lookedUp.get('a');
    assert.deepEqual(calls, [['a'], ['a']]);
  });

  it('of a store that fails fail, and the next ones are not held up by it', async () => {
    let isAway = true;
    const { lookedUp } = lookUps(async ids => {
      if (isAway) throw new Error('away');
      return ids;
    });
    await assert.rejects(Promise.all([lookedUp.get('a'), lookedUp.get('b')]), /away/);
    isAway = false;
    assert.equal(await lookedUp.get('a'), 'a');
  });
});
