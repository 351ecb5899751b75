import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../../platform/settings.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { NoRoomNow } from './come-again.ts';
import { Refusal } from './refusal.ts';
import { StorageCeilings } from './storage-ceilings.ts';

const settings = readSettings({ MAX_STORED_BYTES_PER_KEY: '100', MAX_STORED_BYTES: '1000' }, false);

function ceilings(bytes: Record<string, number>) {
  const counted = new Map(Object.entries(bytes));
  let read = async () => counted;
  const room = new StorageCeilings({ storedBytes: { read: () => read() }, settings });
  return { room, lose: () => (read = () => Promise.reject(new ViewStoreUnavailable('away'))) };
}

describe('what lies in the store', () => {
  it('of a key has a ceiling: the key is told 429 and when to come again, others go on', async () => {
    const { room } = ceilings({ full: 100, other: 99 });
    await room.checkRoom('other', {});
    await room.checkRoom('new', {});
    await assert.rejects(room.checkRoom('full', { 'X-RateLimit-Limit': '60' }), (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual(error.headers, { 'X-RateLimit-Limit': '60', 'Retry-After': '60' });
      return error.code === 'rate_limited' && !error.abusive;
    });
  });

  it('in all has a ceiling: everybody is told 503', async () => {
    const { room } = ceilings({ a: 90, b: 910 });
    await assert.rejects(room.checkRoom('new', {}), NoRoomNow);
  });

  it('is what was counted last while nobody tells', async t => {
    const { room, lose } = ceilings({ full: 100 });
    await assert.rejects(room.checkRoom('full', {}), Refusal);
    lose();
    const now = performance.now();
    t.mock.method(performance, 'now', () => now + 10_000);
    await assert.rejects(room.checkRoom('full', {}), Refusal);
  });
});
