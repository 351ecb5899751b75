import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { html, page } from '../support/documents.ts';
import { startOrigin } from '../support/https-origin.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { fileBody, MULTIPART } from '../support/multipart.ts';
import { type Service, startService } from '../support/service.ts';
import { slowPage } from '../support/slow-documents.ts';
import { until } from '../support/waiting.ts';

const SYNC_BUDGET_MS = 1_500;
/** Cells of a table that takes more than twice the budget on the fastest machine. */
const SLOW_CELLS = 1_000_000;

describe(suite('time'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService({
      SYNC_BUDGET_MS: String(SYNC_BUDGET_MS),
      JOB_TIMEOUT_MS: '180000',
      ASYNC_THRESHOLD_BYTES: '10485760',
    });
    key = await issueKey(service);
    // The first document of new workers may take longer than the budget of these tests.
    await until(
      'the first document to be read within the budget',
      async () => (await key.client.extract({ file: html() })).status === 200,
    );
  });
  after(() => service.dispose());

  test('a document beyond the budget is answered 504 in time, is not metered, and a job reads it', async () => {
    const file = slowPage(SLOW_CELLS);
    const begun = Date.now();
    const answer = await key.client.extract({ file, headers: { 'idempotency-key': 'slow' } });
    const took = Date.now() - begun;
    assert.equal(answer.body.error?.code, 'timeout', answer.text.slice(0, 200));
    assert.ok(took < SYNC_BUDGET_MS + 2_500, `${took} ms`);
    const repeat = await key.client.extract({ file, headers: { 'idempotency-key': 'slow' } });
    assert.equal(repeat.status, 504);
    const jobId = await key.client.accepted({ file });
    assert.equal((await key.client.finished(jobId, 180_000)).status, 200);
  });

  test('the documents beside and after one that is too slow are read', async () => {
    const slow = key.client.extract({ file: slowPage(SLOW_CELLS) });
    const quick = await Promise.all([1, 2, 3].map(at => key.client.extract({ file: page(`quick ${at}`) })));
    assert.deepEqual(
      quick.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal((await slow).status, 504);
    for (let at = 0; at < 5; at++) assert.equal((await key.client.extract({ file: html() })).status, 200);
  });

  test('the budget is for the extraction: a caller with a slow line has all of it', async () => {
    const body = fileBody(page('slow line'));
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        ...key.client.authorization(),
        'content-type': MULTIPART,
        'content-length': body.length,
      };
      const sent = request(`${service.base}/v1/extract`, { method: 'POST', headers }, response =>
        resolve(response.resume().statusCode),
      );
      sent.on('error', reject);
      sent.write(body.subarray(0, 100));
      setTimeout(() => sent.end(body.subarray(100)), SYNC_BUDGET_MS * 2);
    });
    assert.equal(status, 200);
  });
});

describe(suite('the time of a job'), () => {
  let service: Service;
  before(async () => {
    service = await startService({ JOB_TIMEOUT_MS: '700' });
  });
  after(() => service.dispose());

  test('a job beyond its time ends as timeout, is not metered, and the next is read', async () => {
    const { client } = await issueKey(service, { quota: 2 });
    const slow = await client.accepted({ file: slowPage(SLOW_CELLS) });
    const ended = await client.finished(slow);
    assert.equal(ended.body.error.code, 'timeout');
    assert.equal(ended.status, 504);
    const next = await client.extract({ file: page('next') });
    assert.equal(next.status, 200);
    assert.equal(next.headers.get('x-quota-remaining'), '1');
  });
});

describe(suite('a url that is slower than the budget'), () => {
  test('is answered 504, and the fetch is given up', async () => {
    const origin = await startOrigin();
    const service = await startService({
      ...origin.settings,
      SYNC_BUDGET_MS: '600',
      FETCH_TIMEOUT_MS: '20000',
    });
    try {
      const { client } = await issueKey(service);
      let [open, begun] = [0, 0];
      origin.serve('/hang', ({ socket }) => {
        begun++;
        open++;
        socket.on('close', () => open--);
      });
      // On a busy machine the budget may be over before the fetch begins.
      await until('a fetch that is begun', async () => {
        const answer = await client.extract({ query: { url: origin.url('/hang') } });
        assert.equal(answer.status, 504, answer.text);
        return begun > 0;
      });
      // Well before the fetch would have ended by itself.
      await until('its connection to be closed', () => open === 0, 10_000);
    } finally {
      await service.dispose();
      await origin.close();
    }
  });
});
