import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { remains } from '../support/remains.ts';
import { type Service, startService } from '../support/service.ts';
import { slowPage } from '../support/slow-documents.ts';
import { until } from '../support/waiting.ts';

/** More than an extractor takes from its lane at once: the rest of the documents lie in the store, unread. */
const WAITING = 20;
/** One worker has them all before it, and each takes longer than documents are kept that nobody waits for. */
const SLOW = 3;
const SLOW_CELLS = 120_000;

describe(suite('a backlog of jobs older than the retention of their documents'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService({
      EXTRACT_WORKERS: '1',
      SOURCE_RETENTION_SECONDS: '1',
      JOB_RETENTION_SECONDS: '600',
      ASYNC_THRESHOLD_BYTES: '10485760',
    });
    key = await issueKey(service);
  });
  after(() => service.dispose());

  test('loses none of them: each is read, and only then its document goes', async () => {
    const slow = [];
    for (let at = 0; at < SLOW; at++) slow.push(await key.client.accepted({ file: slowPage(SLOW_CELLS) }));
    const waiting = [];
    for (let at = 0; at < WAITING; at++)
      waiting.push(await key.client.accepted({ file: page(`waits ${at}`) }));
    for (const [at, jobId] of waiting.entries()) {
      const answer = await key.client.finished(jobId, 120_000);
      assert.equal(answer.status, 200, answer.text.slice(0, 200));
      assert.match(answer.body.extracted_text, new RegExp(`waits ${at}\\b`));
    }
    for (const jobId of slow) await key.client.finished(jobId, 60_000);
    await until('their documents to be deleted', async () => (await remains(service, 'source')).length === 0);
  });

  test('a document that is refused is gone as soon as its caller is told', async () => {
    const file = Buffer.alloc(1_000_000, 'no document ');
    assert.equal((await key.client.extract({ file })).status, 415);
    await until('it to be deleted', async () => (await remains(service, 'source')).length === 0, 2_000);
  });
});
