/** Changes a key's plan, limits, account and secret while it remains the same key. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, lastAcceptedMs } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const AUTH_CACHE_SECONDS = 1;

let service: Service;
before(async () => {
  service = await startService({ AUTH_CACHE_SECONDS: String(AUTH_CACHE_SECONDS) });
});
after(() => service.dispose());

const keys = async (...args: string[]) => {
  const lines = await operate(service, 'keys', ...args);
  return lines.at(-1) as Record<string, unknown>;
};

describe(suite('a key that is changed'), () => {
  test('has its new quota and rate in the next answer, and its use is kept', async () => {
    const { keyId, client } = await issueKey(service, { quota: 10, rate: 1_000 });
    await client.text(page('before'));
    await keys('change', keyId, '--plan', 'team', '--monthly', '20', '--requests-per-minute', '77');
    const limits = async () => {
      const { headers } = await client.extract({ file: page('after') });
      return Number(headers.get('x-quota-limit')) === 20 && headers;
    };
    const headers = await until('the new quota', limits);
    assert.ok(Number(headers.get('x-quota-remaining')) <= 18);
    const shown = await keys('show', keyId);
    assert.deepEqual(
      [shown.plan, shown.monthly_quota, shown.rate_limit_per_minute, (shown.used_this_month as number) >= 2],
      ['team', 20, 77, true],
    );
  });

  test('belongs to an account, by which keys are listed', async () => {
    const [one, other] = [await issueKey(service), await issueKey(service)];
    await keys('change', one.keyId, '--account', 'acme');
    const listed = (await operate(service, 'keys', 'list', '--account', 'acme', '--json')) as {
      key_id: string;
    }[];
    assert.deepEqual(
      listed.map(({ key_id }) => key_id),
      [one.keyId],
    );
    await keys('change', one.keyId, '--account', '');
    assert.equal((await keys('show', one.keyId)).account, null);
    assert.equal((await keys('show', other.keyId)).account, null);
  });

  test('is rotated: both secrets are accepted, with the same jobs, quota and Idempotency-Keys', async () => {
    const { keyId, client: old } = await issueKey(service, { quota: 10 });
    const request = {
      file: page('once'),
      headers: { 'idempotency-key': 'rotated' },
      query: { async: 'true' },
    };
    const first = await old.extract(request);
    const { api_key: apiKey } = await keys('rotate', keyId);
    const renewed = new Client(service, String(apiKey));
    await until('the new secret', async () => (await renewed.poll(first.body.job_id)).status === 200);
    const repeat = await renewed.extract(request);
    assert.equal(repeat.body.job_id, first.body.job_id);
    assert.equal((await renewed.finished(first.body.job_id)).status, 200);
    assert.equal((await old.poll(first.body.job_id)).status, 200);
    assert.equal((await renewed.extract({ file: page('more') })).headers.get('x-quota-remaining'), '8');
  });

  test('whose rotation has no overlap refuses the old secret as fast as a revoked key', async () => {
    const { keyId, client } = await issueKey(service);
    const { api_key: apiKey } = await keys('rotate', keyId, '--overlap', '0');
    const acceptedMs = await lastAcceptedMs(client);
    assert.ok(acceptedMs <= AUTH_CACHE_SECONDS * 1000, `accepted after ${acceptedMs} ms`);
    assert.equal((await new Client(service, String(apiKey)).poll('none')).status, 404);
  });

  test('loses nothing while it is rotated under load: either secret, each document counted once, one job an Idempotency-Key', async () => {
    const { keyId, client: old } = await issueKey(service, { quota: 1_000 });
    const job = {
      file: page('again and again'),
      headers: { 'idempotency-key': 'load' },
      query: { async: 'true' },
    };
    const clients = [old];
    const ids = new Set<string>();
    let read = 0;
    let isOver = false;
    /**
     * Asks in turn with the newest and the oldest secret until the rotations are over. Nobody is refused while secrets
     * overlap.
     */
    const caller = async (first: number) => {
      for (let turn = first; !isOver; turn++) {
        const client = turn % 2 === 0 ? clients.at(-1) : old;
        const repeat = await client?.extract(job);
        assert.equal(repeat?.status, 202, JSON.stringify(repeat?.body));
        ids.add(repeat.body.job_id);
        assert.match((await client?.text(page(`document ${first} ${turn}`))) ?? '', /document/);
        read++;
      }
    };
    const callers = Promise.all([0, 1].map(caller));
    const { api_key: apiKey } = await keys('rotate', keyId);
    const renewed = new Client(service, String(apiKey));
    await until('the new secret', async () => (await renewed.poll('none')).status === 404);
    clients.push(renewed);
    const before = read;
    await until('documents by either secret', () => read >= before + 4);
    isOver = true;
    await callers;
    assert.equal(ids.size, 1);
    const [jobId = ''] = ids;
    assert.equal((await renewed.finished(jobId)).status, 200);
    assert.equal((await keys('show', keyId)).used_this_month, read + 1);
  });

  test('whose rotations run at the same moment has the secret of the last one in the log, and one before it', async () => {
    const { keyId, client: first } = await issueKey(service);
    const settled = await Promise.allSettled([keys('rotate', keyId), keys('rotate', keyId)]);
    const refusals = settled.filter(rotation => rotation.status === 'rejected');
    const rotated = settled.flatMap(rotation => (rotation.status === 'fulfilled' ? [rotation.value] : []));
    const clients = rotated.map(({ api_key }) => new Client(service, String(api_key)));
    // A rotation that came a moment later saw the other one and was refused, so the first secret is still valid.
    if (refusals.length > 0) {
      assert.match(String(refusals[0]?.reason), /was rotated already/);
      assert.equal(clients.length, 1);
      clients.push(first);
    }
    const accepted = () =>
      Promise.all(clients.map(async client => (await client.poll('none')).status === 404));
    // The newest two of three secrets are valid.
    await until('both secrets', async () => (await accepted()).every(Boolean));
    if (refusals.length > 0) return;
    await until('the first to be refused', async () => (await first.poll('none')).status === 403);
  });

  test('asks for and deletes its older jobs by its new secret, and by no other key’s', async () => {
    const { keyId, client: old } = await issueKey(service);
    const { client: stranger } = await issueKey(service);
    const jobId = await old.accepted({ file: page('older') });
    await old.finished(jobId);
    const { api_key: apiKey } = await keys('rotate', keyId, '--overlap', '0');
    await until('the old secret to be refused', async () => (await old.poll(jobId)).status === 403);
    const renewed = new Client(service, String(apiKey));
    const erase = async (client: Client) => {
      const headers = client.authorization();
      const { status } = await fetch(`${service.base}/v1/jobs/${jobId}`, { method: 'DELETE', headers });
      return status;
    };
    assert.equal((await renewed.poll(jobId)).status, 200);
    assert.deepEqual([await erase(old), await erase(stranger)], [403, 404]);
    assert.ok([202, 204].includes(await erase(renewed)));
    await until('the job to be gone', async () => (await renewed.poll(jobId)).status === 404);
  });

  test('keeps its jobs ids genuine when the read model is rebuilt after a rotation', async () => {
    const { keyId, client } = await issueKey(service);
    const jobId = await client.accepted({ file: page('rebuilt') });
    await client.finished(jobId);
    await keys('rotate', keyId);
    await operate(service, 'rebuild');
    assert.equal((await client.poll(jobId)).status, 200);
  });

  test('is told by one clear line where nothing can be done', async () => {
    const { keyId } = await issueKey(service);
    await assert.rejects(keys('change', keyId), /nothing is to be changed/);
    await assert.rejects(keys('rotate', 'nobody'), /there is no key/);
    await assert.rejects(keys('change', keyId, '--monthly', '-1'), /keys:/);
    await keys('revoke', keyId);
    await assert.rejects(keys('change', keyId, '--plan', 'team'), /revoked, for ever/);
    await assert.rejects(keys('rotate', keyId), /revoked, for ever/);
  });
});
