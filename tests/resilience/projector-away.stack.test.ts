/** What callers are told while the projector is away for longer than anything in the service waits: never a wrong answer. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html } from '../support/documents.ts';
import { issueKey, revokeKey } from '../support/keys.ts';
import { ROLES, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const AUTH_CACHE_SECONDS = 2;

describe('while the projector stands still', { timeout: 180_000 }, () => {
  let service: Service;
  before(async () => {
    service = await startService({ AUTH_CACHE_SECONDS: String(AUTH_CACHE_SECONDS), SYNC_BUDGET_MS: '3000' });
  });
  after(() => service.dispose());

  const projector = () => service.processes[ROLES.indexOf('projector')]!.child;

  test('a revoked key is refused all the same', async () => {
    const key = await issueKey(service);
    assert.equal((await key.client.extract({ file: html() })).status, 200);
    projector().kill('SIGSTOP');
    await revokeKey(service, key.keyId);
    const revokedAt = Date.now();
    await until('the refusal', async () => (await key.client.poll('none')).status === 403, 10_000);
    assert.ok(Date.now() - revokedAt <= AUTH_CACHE_SECONDS * 1000 + 1_000);
    projector().kill('SIGCONT');
  });
});
