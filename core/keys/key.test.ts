import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiKeyIssued, ApiKeyRevoked } from '../../schemas/events.ts';
import { evolveKey, parseKey } from './key.ts';

const issued: ApiKeyIssued = {
  type: 'ApiKeyIssued',
  event_id: 'e1',
  at: 1,
  key_id: 'abc',
  secret_sha256: 'ff',
  name: null,
  plan: 'free',
  monthly_quota: 500,
  rate_limit_per_minute: null,
  account: null,
  pepper: null,
};
const revoked: ApiKeyRevoked = { type: 'ApiKeyRevoked', event_id: 'e2', at: 2, key_id: 'abc' };

it('an issued key is live until it is revoked', () => {
  const live = evolveKey(undefined, issued);
  assert.equal(live?.revokedAt, null);
  assert.equal(evolveKey(live, revoked)?.revokedAt, 2);
});

it('a repeated issue does not bring a revoked key back', () => {
  const dead = evolveKey(evolveKey(undefined, issued), revoked);
  assert.deepEqual(evolveKey(dead, issued), dead);
});

it('a repeated revocation keeps the time of the first', () => {
  const dead = evolveKey(evolveKey(undefined, issued), revoked);
  assert.equal(evolveKey(dead, { ...revoked, at: 9 })?.revokedAt, 2);
});

it('a key text is dk_, the id and the secret', () => {
  assert.deepEqual(parseKey('dk_abc_0123456789abcdef'), { keyId: 'abc', secret: '0123456789abcdef' });
  for (const text of [
    '',
    'dk_abc',
    'abc_def_0123456789abcdef',
    'dk_abc_short',
    'dk_a b_0123456789abcdef',
    'dk__0123456789abcdef',
  ])
    assert.equal(parseKey(text), undefined);
});
