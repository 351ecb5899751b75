import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../platform/within.ts';
import { Folded } from './folded.ts';
import { ViewStoreUnavailable } from './view-store.ts';

const { signal } = new AbortController();
const record = { topic: 'outcomes', partition: 0, offset: 0, traceparent: undefined } as const;
const views = { positions: async () => [{ topic: 'outcomes' as const, partition: 0, next: 1 }] };

describe('whoever waits for a record to be folded', () => {
  it('is told, at whatever moment of another’s look he comes', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const folded = new Folded(views);
      const first = folded.wait(record, signal);
      for (let turn = 0; turn < turns; turn++) await undefined;
      const told = folded.wait(record, signal).then(() => true);
      assert.ok(await within(1_000, told), `never, ${turns} turns later`);
      await first;
    }
  });

  it('waits for a read model that is away', async () => {
    let isAway = true;
    const positions = async () => {
      if (isAway) throw new ViewStoreUnavailable('away');
      return views.positions();
    };
    const told = new Folded({ positions }).wait(record, signal);
    await sleep(50);
    isAway = false;
    await told;
  });

  it('is released when his partition goes to another instance, or has gone already', async () => {
    const behind = new Folded({ positions: async () => [] });
    const lost = new AbortController();
    const told = behind.wait(record, lost.signal);
    lost.abort(new Error('lost'));
    await assert.rejects(told, /lost/);
    await assert.rejects(behind.wait(record, lost.signal), /lost/);
  });

  it('leaves nothing on the signal that he waited with', async () => {
    const folded = new Folded(views);
    const delivery = AbortSignal.any([signal]);
    await Promise.all([folded.wait(record, delivery), folded.wait(record, delivery)]);
    assert.equal(getEventListeners(delivery, 'abort').length, 0);

    const broken = new Folded({ positions: () => Promise.reject(new Error('broken')) });
    await assert.rejects(broken.wait(record, delivery), /broken/);
    assert.equal(getEventListeners(delivery, 'abort').length, 0);
  });
});
