import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import type { KeyState } from '../../core/keys/key.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import { Authenticator } from './authenticate.ts';

const CACHE_SECONDS = 60;
const NOON = Date.UTC(2026, 10, 21, 12);
const KEY_ID = '0123456789abcdef';
const SECRET = 'a'.repeat(43);

/** An authenticator whose key view was asked `asked` times. */
function authenticator() {
  const key = {
    keyId: KEY_ID,
    secretSha256: createHash('sha256').update(SECRET).digest('hex'),
    revokedAt: null,
  };
  let asked = 0;
  let current = key as unknown as KeyState;
  const views = {
    key: async () => {
      asked++;
      return current;
    },
  };
  const made = new Authenticator(views as unknown as ViewStore, CACHE_SECONDS);
  const kindAt = async (at: number) => (await made.authenticate(`Bearer dk_${KEY_ID}_${SECRET}`, at)).kind;
  const revoke = () => {
    current = { ...current, revokedAt: NOON };
  };
  return { kindAt, revoke, asked: () => asked };
}

it('a decision about a key is kept for AUTH_CACHE_SECONDS', async () => {
  const { kindAt, revoke, asked } = authenticator();
  assert.equal(await kindAt(NOON), 'authenticated');
  revoke();
  assert.equal(await kindAt(NOON + CACHE_SECONDS * 1000 - 1), 'authenticated');
  assert.equal(asked(), 1);
  assert.equal(await kindAt(NOON + CACHE_SECONDS * 1000), 'refused');
});

it('a revoked key is not accepted for longer because the clock was set back', async () => {
  const { kindAt, revoke } = authenticator();
  assert.equal(await kindAt(NOON), 'authenticated');
  revoke();
  assert.equal(await kindAt(NOON - 3_600_000), 'refused');
});
