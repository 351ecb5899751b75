import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Turnstile } from './turnstile.ts';

/** Enters the turnstile under each name in turn; `leave` lets the first one that entered leave. */
function crowd(turnstile: Turnstile, names: string[]) {
  const entered: string[] = [];
  const exits: (() => void)[] = [];
  for (const name of names)
    void turnstile.run(name, () => {
      entered.push(name);
      return new Promise<void>(resolve => exits.push(resolve));
    });
  const leave = async () => {
    exits.shift()?.();
    await setImmediate();
  };
  return { entered, leave };
}

describe('a turnstile', () => {
  it('lets in so many of a name, and others beside them', () => {
    const { entered } = crowd(new Turnstile(2, 10), ['slow', 'slow', 'slow', 'other']);
    assert.deepEqual(entered, ['slow', 'slow', 'other']);
  });

  it('lets in so many in all, and then whoever has the fewest inside, however long another’s line is', async () => {
    const { entered, leave } = crowd(new Turnstile(2, 2), ['slow', 'slow', 'slow', 'slow', 'slow', 'other']);
    for (let time = 0; time < 3; time++) await leave();
    assert.deepEqual(entered, ['slow', 'slow', 'other', 'slow', 'slow']);
  });

  it('is left by whoever fails, too', async () => {
    const turnstile = new Turnstile(1, 1);
    await assert.rejects(turnstile.run('a', () => Promise.reject(new Error('failed'))));
    assert.equal(await turnstile.run('a', async () => 'in'), 'in');
  });
});
