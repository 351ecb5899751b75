import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const LIFE_SECONDS = 2;

describe(suite('the Idempotency-Key'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService();
    key = await issueKey(service);
  });
  after(() => service.dispose());

  const under = (name: string) => ({ 'idempotency-key': name });
  /** Number of documents metered, once nothing is under way. */
  const used = () =>
    until('every job to end', async () => {
      const { body } = await key.client.send('/v1/usage', { headers: key.client.authorization() });
      return body.jobs_in_flight === 0 && Number(body.documents.used);
    });

  test('a repeat is answered exactly like the first and is not metered again', async () => {
    const request = { file: html(), headers: under(randomUUID()) };
    const first = await key.client.extract(request);
    assert.equal(first.status, 200);
    const remaining = first.headers.get('x-quota-remaining');
    const repeat = await key.client.extract(request);
    assert.equal(repeat.status, 200);
    assert.equal(repeat.text, first.text);
    assert.equal(repeat.headers.get('x-quota-remaining'), remaining);
  });

  test('a repeat of a job is answered 202 with the same id, finished or not', async () => {
    const request = { file: html(), headers: under(randomUUID()), query: { async: 'true' } };
    const first = await key.client.accepted(request);
    assert.equal(await key.client.accepted(request), first);
    await key.client.finished(first);
    assert.equal(await key.client.accepted(request), first);
  });

  test('a repeat of a document that failed is answered with the same failure', async () => {
    const request = { file: 'no document', headers: under(randomUUID()) };
    const first = await key.client.extract(request);
    const repeat = await key.client.extract(request);
    assert.deepEqual([repeat.status, repeat.text], [first.status, first.text]);
    assert.equal(first.status, 415);
  });

  test('another document, or other parameters, under a live key is a bad request', async () => {
    const headers = under(randomUUID());
    await key.client.extract({ file: html(), headers });
    for (const request of [
      { file: page('another') },
      { file: html(), query: { format: 'json' } },
      { file: html(), query: { async: 'true' } },
      { file: html(), query: { webhook_url: 'https://example.org/' } },
      { query: { url: 'https://example.org/a.pdf' } },
    ]) {
      const answer = await key.client.extract({ ...request, headers });
      assert.equal(answer.body.error?.code, 'bad_request', answer.text);
    }
    assert.equal((await key.client.extract({ file: html(), headers })).status, 200);
  });

  test('the name of the file and the boundary of the form do not matter', async () => {
    const headers = under(randomUUID());
    const first = await key.client.extract({ file: html(), fileName: 'a.html', headers });
    const repeat = await key.client.extract({ file: html(), fileName: 'b.html', headers });
    assert.equal(repeat.text, first.text);
  });

  test('twenty at once are one job', async () => {
    const before = await used();
    const headers = under(randomUUID());
    const file = page('twenty');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => key.client.extract({ file, headers })),
    );
    assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
    assert.equal(answers[0]?.status, 200);
    assert.equal(await used(), before + 1);
  });

  test('twenty jobs at once have one id', async () => {
    const request = { file: page('twenty jobs'), headers: under(randomUUID()) };
    const ids = await Promise.all(Array.from({ length: 20 }, () => key.client.accepted(request)));
    assert.equal(new Set(ids).size, 1);
    assert.equal((await key.client.finished(ids[0] as string)).status, 200);
  });

  test('of different requests at once one wins and the others are bad requests', async () => {
    const headers = under(randomUUID());
    const answers = await Promise.all(
      [1, 2, 3, 4].map(at => key.client.extract({ file: page(`different ${at}`), headers })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  });

  test('a key is its owner’s: two callers may use the same', async () => {
    const headers = under(randomUUID());
    const other = await issueKey(service);
    const [one, two] = [page('one caller'), page('another caller')];
    assert.equal((await key.client.extract({ file: one, headers })).status, 200);
    const answer = await other.client.extract({ file: two, headers });
    assert.match(answer.body.extracted_text, /another caller/);
  });

  test('a refused request that never became a job is not remembered', async () => {
    const headers = under(randomUUID());
    for (const request of [
      {},
      { file: html(), query: { format: 'xml' } },
      { file: Buffer.alloc(11_000_000) },
    ])
      assert.ok((await key.client.extract({ ...request, headers })).status >= 400);
    assert.equal((await key.client.extract({ file: html(), headers })).status, 200);
  });
});

describe(suite('an Idempotency-Key that is no longer live'), () => {
  let service: Service;
  before(async () => {
    service = await startService({ IDEMPOTENCY_SECONDS: String(LIFE_SECONDS) });
  });
  after(() => service.dispose());

  test('takes another request, as a new job', async () => {
    const { client } = await issueKey(service);
    let headers = {};
    // On a busy machine the key may have expired before the repeat. That proves nothing, so another key is tried.
    const first = await until('a repeat within the life of its key', async () => {
      headers = { 'idempotency-key': randomUUID() };
      const begunAt = performance.now();
      const jobId = await client.accepted({ file: page('first'), headers });
      const repeated = await client.accepted({ file: page('first'), headers });
      if (performance.now() - begunAt > LIFE_SECONDS * 1_000) return undefined;
      assert.equal(repeated, jobId);
      return jobId;
    });
    await sleep(LIFE_SECONDS * 1_000 + 100);
    const second = await client.accepted({ file: page('second'), headers });
    assert.notEqual(second, first);
    assert.match((await client.finished(second)).body.extracted_text, /second/);
    assert.match((await client.finished(first)).body.extracted_text, /first/);
  });
});
