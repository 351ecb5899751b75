import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evolveKey } from '../core/keys/key.ts';
import { EXAMPLE_EVENTS } from './event-log/codec-examples.ts';
import { shownWebhookSecret, signingSecrets, webhookSecretOf } from './webhook-secrets.ts';

const { ApiKeyIssued, WebhookSecretRotated } = EXAMPLE_EVENTS;
const KEY = ApiKeyIssued.key_id;
const issued = evolveKey(undefined, ApiKeyIssued);
const rotated = evolveKey(issued, WebhookSecretRotated);

test('a key has a secret of its own, which tells nothing of another key\u2019s nor of the operator\u2019s', () => {
  const secret = webhookSecretOf('operator', KEY, 1);
  assert.match(secret, /^whsec_[0-9a-f]{64}$/);
  assert.equal(secret, webhookSecretOf('operator', KEY, 1));
  const others = [webhookSecretOf('operator', 'other', 1), webhookSecretOf('operator', KEY, 2)];
  assert.equal(new Set([secret, ...others, webhookSecretOf('other', KEY, 1)]).size, 4);
});

test('a delivery is signed by the operator\u2019s secret first, and by the key\u2019s own', () => {
  const own = webhookSecretOf('operator', KEY, 1);
  assert.deepEqual(signingSecrets(['operator'], KEY, issued, 0), ['operator', own]);
  assert.equal(shownWebhookSecret(['operator'], KEY, issued), own);
});

test('while a key\u2019s secret is replaced both sign, and then the new one alone', () => {
  const [first, second] = [1, 2].map(generation => webhookSecretOf('operator', KEY, generation));
  const { previous_until: until } = WebhookSecretRotated;
  assert.deepEqual(signingSecrets(['operator'], KEY, rotated, until - 1), ['operator', second, first]);
  assert.deepEqual(signingSecrets(['operator'], KEY, rotated, until), ['operator', second]);
  assert.equal(shownWebhookSecret(['operator'], KEY, rotated), second);
});

test('while the operator\u2019s secret is replaced the keys\u2019 own are signed with under both', () => {
  const own = ['new', 'old'].map(secret => webhookSecretOf(secret, KEY, 1));
  assert.deepEqual(signingSecrets(['new', 'old'], KEY, issued, 0), ['new', 'old', ...own]);
});

test('a rotation that is read twice, or written twice, counts once', () => {
  assert.deepEqual(evolveKey(rotated, WebhookSecretRotated), rotated);
  const late = { ...WebhookSecretRotated, previous_until: WebhookSecretRotated.previous_until + 1 };
  assert.deepEqual(evolveKey(rotated, late), rotated);
  assert.equal(evolveKey(undefined, WebhookSecretRotated), undefined);
});
