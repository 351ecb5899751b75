import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiKeyChanged, ApiKeyIssued, ApiKeyRevoked } from '../../schemas/events.ts';
import { acceptedSecrets, evolveKey, type KeyState, parseKey } from './key.ts';

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

const changed = (fields: Partial<ApiKeyChanged>): ApiKeyChanged => ({
  type: 'ApiKeyChanged',
  event_id: 'e3',
  at: 3,
  key_id: 'abc',
  account: null,
  name: null,
  plan: null,
  monthly_quota: null,
  rate_limit_per_minute: null,
  secret_sha256: null,
  previous_secret_until: null,
  pepper: null,
  ...fields,
});
const after = (...events: Parameters<typeof evolveKey>[1][]) =>
  events.reduce(evolveKey, undefined) as KeyState;

it('a change leaves what it does not name', () => {
  const key = after(issued, changed({ plan: 'team', rate_limit_per_minute: 9, account: 'acme' }));
  assert.deepEqual(
    [key.plan, key.monthlyQuota, key.rateLimitPerMinute, key.account],
    ['team', 500, 9, 'acme'],
  );
  assert.deepEqual(after(issued, changed({})), after(issued));
  assert.equal(evolveKey(undefined, changed({ plan: 'team' })), undefined);
});

it('a rate of 0 is the default again, and an account without a name is none', () => {
  const key = after(issued, changed({ rate_limit_per_minute: 9, account: 'acme' }));
  const back = evolveKey(key, changed({ rate_limit_per_minute: 0, account: '' }));
  assert.deepEqual(back, after(issued));
});

it('a rotated key has both secrets until the overlap is over, and makes the ids of its jobs as before', () => {
  const rotated = after(issued, changed({ secret_sha256: 'aa', previous_secret_until: 100 }));
  assert.deepEqual(acceptedSecrets(rotated, 99), ['aa', 'ff']);
  assert.deepEqual(acceptedSecrets(rotated, 100), ['aa']);
  assert.equal(rotated.firstSecretSha256, 'ff');
  const again = evolveKey(rotated, changed({ secret_sha256: 'bb', previous_secret_until: 200 })) as KeyState;
  assert.deepEqual([acceptedSecrets(again, 99), again.firstSecretSha256], [['bb', 'aa'], 'ff']);
});

it('a rotation that stands twice in the log keeps the secret before', () => {
  const rotation = changed({ secret_sha256: 'aa', previous_secret_until: 100 });
  assert.deepEqual(after(issued, rotation, rotation), after(issued, rotation));
});

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
