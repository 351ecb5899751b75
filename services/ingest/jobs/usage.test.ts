import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyState } from '../../../core/keys/key.ts';
import { readSettings } from '../../../platform/settings.ts';
import { NOON } from '../../../platform/view-store/contract-events.ts';
import { ViewStoreUnavailable } from '../../../platform/view-store/view-store.ts';
import { usageOf } from './usage.ts';

const KEY: KeyState = {
  keyId: 'k',
  secretSha256: '',
  name: null,
  plan: 'free',
  monthlyQuota: 6,
  rateLimitPerMinute: null,
  issuedAt: NOON,
  revokedAt: null,
};

test('usage is told by no read model that lacks some of what it has held: an older copy counts fewer documents', async () => {
  let isWhole = true;
  const ports = {
    settings: readSettings({}, false),
    views: {
      standing: async () => ({ at: NOON, rate: null, lockedUntil: null, inFlight: 0 }),
      used: async () => (isWhole ? 6 : 3),
    },
    checkWhole: async () => {
      if (!isWhole) throw new ViewStoreUnavailable('the read model is catching up with the log');
    },
  };
  assert.equal((await usageOf(ports, KEY, 60)).documents.remaining, 0);
  isWhole = false;
  await assert.rejects(usageOf(ports, KEY, 60), ViewStoreUnavailable);
});

test('usage is told of this month and the eleven before it, and of what is left of its window', async () => {
  const ports = {
    settings: readSettings({}, false),
    views: {
      standing: async () => ({
        at: NOON,
        rate: { count: 58, endsAt: NOON + 1_000 },
        lockedUntil: null,
        inFlight: 3,
      }),
      used: async (_: string, month: string) => Number(month.slice(5)),
    },
    checkWhole: async () => undefined,
  };
  const { months, documents, requests, jobs_in_flight } = await usageOf(ports, KEY, 60);
  const [first] = months;
  assert.equal(first?.month, new Date(NOON).toISOString().slice(0, 7));
  assert.equal(months.length, 12);
  const inOrder = months.map(({ month }) => month).toSorted((a, b) => (a < b ? 1 : -1));
  assert.deepEqual(
    months.map(({ month }) => month),
    inOrder,
  );
  assert.equal(new Set(inOrder).size, 12);
  assert.ok(months.every(({ month, documents }) => documents === Number(month.slice(5))));
  assert.equal(documents.used, first?.documents);
  assert.deepEqual([requests.remaining, jobs_in_flight], [2, 3]);
  assert.equal((await usageOf(ports, KEY, 50)).requests.remaining, 0);
});
