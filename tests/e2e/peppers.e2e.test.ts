/** Once a key's pepper is destroyed, even somebody who has a document cannot find it in the log. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ExtractRequested } from '../../schemas/events.ts';
import { everyEvent } from '../resilience/accounting.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.dispose());

/** Issues a key as an operator does, with a pepper. */
async function issued(): Promise<{ keyId: string; client: Client }> {
  const lines = await operate(
    service,
    'keys',
    'issue',
    '--plan',
    'test',
    '--monthly',
    '1000',
    '--rate',
    '1000',
  );
  const { key_id: keyId, api_key: apiKey } = lines.at(-1) as { key_id: string; api_key: string };
  const client = new Client(service, apiKey);
  await until('the key to be known', async () => (await client.poll('none')).status === 404);
  return { keyId, client };
}
const requestsOf = async (keyId: string) =>
  (await everyEvent(service)).filter(
    (event): event is ExtractRequested => event.type === 'ExtractRequested' && event.key_id === keyId,
  );
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const asked = (file: string) => ({
  file,
  query: { async: 'true' },
  headers: { 'idempotency-key': 'the same' },
});

describe(suite('hashes in the log'), () => {
  test('are keyed: no record holds what somebody with the document can compute', async () => {
    const { keyId, client } = await issued();
    const document = page('secret business').toString();
    const jobId = await client.accepted(asked(document));
    assert.equal((await client.finished(jobId)).status, 200);
    const [request] = await requestsOf(keyId);
    assert.ok(request?.pepper && request.source_hmac && request.sha256 === null);
    const log = JSON.stringify((await everyEvent(service)).filter(({ key_id }) => key_id === keyId));
    for (const hash of [sha256(document), sha256(`${keyId}\nthe same`)]) assert.ok(!log.includes(hash));
  });

  test('let an Idempotency-Key mean one job, and the extractor know its document', async () => {
    const { client } = await issued();
    const first = await client.accepted(asked(page('once').toString()));
    assert.equal(await client.accepted(asked(page('once').toString())), first);
    assert.equal((await client.extract(asked(page('another').toString()))).status, 400);
    assert.equal((await client.finished(first)).status, 200);
  });

  test('meet a job that was accepted before its key had a pepper, or by the older release', async () => {
    const { keyId, client } = await issueKey(service);
    const first = await client.accepted(asked(page('before').toString()));
    assert.equal((await requestsOf(keyId))[0]?.pepper, null);
    await operate(service, 'keys', 'change', keyId, '--new-pepper');
    const isPeppered = async () => {
      await client.text(page('probe'));
      return (await requestsOf(keyId)).some(({ pepper }) => pepper !== null);
    };
    await until('the pepper to be used', isPeppered);
    assert.equal(await client.accepted(asked(page('before').toString())), first);
    assert.equal((await client.extract(asked(page('another').toString()))).status, 400);
  });

  test('of a key that is erased cannot be made again: the same document has other ones from then on', async () => {
    const { keyId, client } = await issued();
    const document = page('tied').toString();
    await client.finished(await client.accepted(asked(document)));
    const [line] = (await operate(service, 'erase', '--key', keyId, '--yes')) as {
      destroyed_peppers?: number;
    }[];
    assert.equal(line?.destroyed_peppers, 1);
    const again = await client.accepted(asked(document));
    assert.equal((await client.finished(again)).status, 200);
    const [before, after] = (await requestsOf(keyId)).toSorted((one, other) => one.at - other.at);
    assert.ok(before && after && before.job_id !== after.job_id);
    for (const field of ['pepper', 'source_hmac', 'fingerprint', 'idempotency_key_hash'] as const)
      assert.notEqual(before[field], after[field]);
  });
});
