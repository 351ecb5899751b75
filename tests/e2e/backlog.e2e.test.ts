import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { remains } from '../support/remains.ts';
import { type Service, startService } from '../support/service.ts';
import { slowPage } from '../support/slow-documents.ts';
import { until } from '../support/waiting.ts';

/** More jobs than an extractor takes from its lane at once, so the other documents stay unread in the store. */
const WAITING = 20;
/** Slow documents for one worker, each of which takes longer than documents without waiting callers are kept. */
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
});

describe(suite('what lies in the store'), () => {
  let service: Service;
  before(async () => {
    // A short retention causes frequent sweeps, which count what is stored.
    service = await startService({ SOURCE_RETENTION_SECONDS: '1', MAX_STORED_BYTES_PER_KEY: '100000' });
  });
  after(() => service.dispose());

  test('has a ceiling for each key: beyond it the key is told 429 and when to come again, and others go on', async () => {
    const [full, other] = [await issueKey(service), await issueKey(service)];
    assert.equal((await full.client.extract({ file: page('word '.repeat(30_000)) })).status, 200);
    const answer = await until(
      'the key to be refused',
      async () => {
        const { status, headers, body } = await full.client.extract({ file: page('one more') });
        return status === 200 ? undefined : { code: body.error?.code, after: headers.get('retry-after') };
      },
      30_000,
    );
    assert.deepEqual(answer, { code: 'rate_limited', after: '60' });
    assert.equal((await other.client.extract({ file: page('another') })).status, 200);
  });
});
