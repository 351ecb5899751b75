import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '../../platform/within.ts';
import { Folded } from './folded.ts';

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
});
