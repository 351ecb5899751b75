/** What callers are told while the projector is away for longer than anything in the service waits: never a wrong answer. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ExtractRequested } from '../../schemas/events.ts';
import { html, page } from '../support/documents.ts';
import { issueKey, lastAcceptedMs, revokeKey, withLog } from '../support/keys.ts';
import { ROLES, type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const AUTH_CACHE_SECONDS = 2;

describe('while the projector stands still', { timeout: 180_000 }, () => {
  let service: Service;
  before(async () => {
    service = await startService({ AUTH_CACHE_SECONDS: String(AUTH_CACHE_SECONDS), SYNC_BUDGET_MS: '3000' });
  });
  after(() => service.dispose());

  const requestsOf = (place: Service) =>
    withLog(place, async log => {
      const requests: ExtractRequested[] = [];
      for await (const { records } of log.read(['requests-interactive', 'requests-bulk']))
        for (const { event } of records) if (event.type === 'ExtractRequested') requests.push(event);
      return requests;
    });
  const projector = () => service.processes[ROLES.indexOf('projector')]!.child;

  test('a revoked key is refused all the same', async () => {
    const key = await issueKey(service);
    assert.equal((await key.client.extract({ file: html() })).status, 200);
    projector().kill('SIGSTOP');
    await revokeKey(service, key.keyId);
    const acceptedMs = await lastAcceptedMs(key.client);
    assert.ok(acceptedMs <= AUTH_CACHE_SECONDS * 1000, `accepted after ${acceptedMs} ms`);
    projector().kill('SIGCONT');
  });

  test('an Idempotency-Key stays with its request, and nobody is told of a timeout that was none', async () => {
    const { client } = await issueKey(service, { quota: 3 });
    const headers = { 'idempotency-key': 'once' };
    const repeat = (document: string) =>
      client.extract({ file: page(document), headers, query: { async: 'true' } });
    // Afterwards the projector's last steps are over.
    await client.extract({ file: page('first of all') });
    projector().kill('SIGSTOP');
    assert.equal((await repeat('one')).status, 202);
    assert.equal((await repeat('another')).body.error.code, 'bad_request');
    const waiting = await client.extract({ file: page('nobody folds it') });
    assert.deepEqual([waiting.status, waiting.headers.get('retry-after')], [503, '2']);
    // Longer than a claim is shown, and longer than a read model may be behind.
    await sleep(62_000);
    for (const document of ['another', 'one']) assert.equal((await repeat(document)).status, 503, document);
    assert.equal((await fetch(`${service.base}/readyz`)).status, 503);
    projector().kill('SIGCONT');
    await until('a service that is ready', async () => (await fetch(`${service.base}/readyz`)).ok, 60_000);
    const accepted = await repeat('one');
    assert.equal(accepted.status, 202);
    await client.finished(accepted.body.job_id);
    assert.equal((await repeat('another')).body.error.code, 'bad_request');
    const more = await client.extract({ file: page('more') });
    assert.equal(more.body.error?.code, 'quota_exceeded', 'three were accepted');
    const requests = (await requestsOf(service)).filter(({ job_id }) => job_id === accepted.body.job_id);
    assert.equal(requests.length, 1);
  });
});
