import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { KeyState } from '../../core/keys/key.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { Authenticator } from './authenticate.ts';

const KEY_ID = '0123456789abcdef';
const SECRET = 'a'.repeat(43);
const KEY = {
  keyId: KEY_ID,
  secretSha256: createHash('sha256').update(SECRET).digest('hex'),
  revokedAt: null,
} as KeyState;

const answer = async (header: string | undefined, key: KeyState | undefined = KEY) => {
  const decision = await new Authenticator({ key: async () => key }).authenticate(header);
  return decision.kind === 'refused' ? decision.status : decision.key.keyId;
};

describe('authentication', () => {
  it('knows a key by its id and its secret', async () => {
    assert.equal(await answer(`Bearer dk_${KEY_ID}_${SECRET}`), KEY_ID);
    assert.equal(await answer(`bearer  dk_${KEY_ID}_${SECRET}`), KEY_ID);
  });

  it('is 401 without a header, and 403 with one that names no live key', async () => {
    assert.equal(await answer(undefined), 401);
    for (const header of ['', 'Bearer', 'Basic abc', `Bearer ${KEY_ID}`, `Bearer dk_${KEY_ID}_${SECRET}b`])
      assert.equal(await answer(header), 403, header);
    assert.equal(await answer(`Bearer dk_${KEY_ID}_${SECRET}`, { ...KEY, revokedAt: 1 }), 403);
    const unknown = new Authenticator({ key: async () => undefined });
    const decision = await unknown.authenticate(`Bearer dk_${KEY_ID}_${SECRET}`);
    assert.equal(decision.kind === 'refused' && decision.status, 403);
  });

  it('decides nothing where the keys are not known', async () => {
    const away = new Authenticator({ key: () => Promise.reject(new ViewStoreUnavailable('behind')) });
    await assert.rejects(away.authenticate(`Bearer dk_${KEY_ID}_${SECRET}`), ViewStoreUnavailable);
  });
});
