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
