import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encryptedDocx, html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { encryptedPdf, textPdf } from '../support/pdf-documents.ts';
import { blankPicture } from '../support/pictures.ts';
import { remains } from '../support/remains.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

describe(suite('jobs'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService({ ASYNC_THRESHOLD_BYTES: '200000' });
    key = await issueKey(service);
  });
  after(() => service.dispose());

  test('async=true is answered 202 with an id, at once known to GET', async () => {
    const jobId = await key.client.accepted({ file: html() });
    const polled = await key.client.poll(jobId);
    assert.equal(polled.status, 200);
    if (polled.body.status === 'processing') assert.equal(polled.body.job_id, jobId);
  });

  const documents: [what: string, document: () => Promise<Buffer> | Buffer, status: number, code?: string][] =
    [
      ['a document that is read', html, 200],
      ['an unsupported type', () => Buffer.from('just words'), 415, 'unsupported_format'],
      [
        'an unsupported binary type',
        () => Buffer.from('7z\xbc\xaf\x27\x1c\x00\x04 archive', 'latin1'),
        415,
        'unsupported_format',
      ],
      ['an encrypted PDF', encryptedPdf, 422, 'encrypted'],
      ['an encrypted package', encryptedDocx, 422, 'encrypted'],
      ['a blank scan', blankPicture, 422, 'extraction_failed'],
      ['a blank page', () => textPdf(), 200],
      ['a damaged PDF', () => Buffer.from('%PDF-1.7\nrubbish'), 422, 'extraction_failed'],
      [
        'a damaged package',
        () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]),
        415,
        'unsupported_format',
      ],
    ];
  for (const [what, document, status, code] of documents) {
    for (const format of ['text', 'json']) {
      test(`${what}, as ${format}: GET answers the status and body of the synchronous request`, async () => {
        const file = await document();
        const query = { format };
        const synchronous = await key.client.extract({ file, query });
        assert.equal(synchronous.status, status, synchronous.text);
        if (code !== undefined) assert.equal(synchronous.body.error.code, code);
        const jobId = await key.client.accepted({ file, query });
        const polled = await key.client.finished(jobId);
        assert.equal(polled.status, status);
        assert.equal(polled.text, synchronous.text);
      });
    }
  }

  test('an upload beyond the threshold becomes a job by itself; one at the threshold does not', async () => {
    const sized = (size: number) => Buffer.concat([html(), Buffer.alloc(size - html().length, ' ')]);
    const at = await key.client.extract({ file: sized(200_000), query: { async: 'false' } });
    assert.equal(at.status, 200, at.text);
    const beyond = await key.client.extract({ file: sized(200_001), query: { async: 'false' } });
    assert.equal(beyond.status, 202, beyond.text);
    assert.equal((await key.client.finished(beyond.body.job_id)).body.metadata.bytes, 200_001);
  });

  test('a job of another key is not found, finished or not', async () => {
    const jobId = await key.client.accepted({ file: html() });
    const other = await issueKey(service);
    assert.equal((await other.client.poll(jobId)).status, 404);
    await key.client.finished(jobId);
    assert.equal((await other.client.poll(jobId)).status, 404);
  });

  test('a finished job never goes back to processing and answers the same for ever', async () => {
    const jobId = await key.client.accepted({ file: html() });
    const first = await key.client.finished(jobId);
    for (let time = 0; time < 20; time++) assert.equal((await key.client.poll(jobId)).text, first.text);
  });

  test('many jobs at once all end, each with its own document', async () => {
    const texts = Array.from({ length: 60 }, (_, at) => `document number ${at}`);
    const jobs = await Promise.all(texts.map(text => key.client.accepted({ file: page(text) })));
    assert.equal(new Set(jobs).size, texts.length);
    const answers = await Promise.all(jobs.map(job => key.client.finished(job)));
    answers.forEach((answer, at) => {
      assert.equal(answer.body.extracted_text, `Page\n\n${texts[at]}`);
    });
  });
});

describe(suite('what expires'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService({ JOB_RETENTION_SECONDS: '5', SOURCE_RETENTION_SECONDS: '2' });
    key = await issueKey(service);
  });
  after(() => service.dispose());

  test('an expired job is not found, and neither its document nor its result is kept', async () => {
    const large = Buffer.concat([page('expiring'), Buffer.alloc(400_000, ' ')]);
    const files = [page('small'), large, 'fails'];
    // Each job's end is seen before it expires, however long the others take.
    const jobs = await Promise.all(
      files.map(async file => {
        const job = await key.client.accepted({ file });
        await key.client.finished(job);
        return job;
      }),
    );
    for (const job of jobs)
      await until('the job to be forgotten', async () => (await key.client.poll(job)).status === 404);
    for (const prefix of ['source', 'result', 'request'] as const)
      await until(`${prefix} blobs to be deleted`, async () => (await remains(service, prefix)).length === 0);
  });

  test('an expired job does not hold its Idempotency-Key: a repeat is a new request', async () => {
    const request = { file: page('repeat'), headers: { 'idempotency-key': 'expiring' } };
    const first = await key.client.accepted(request);
    await key.client.finished(first);
    const repeat = await until('a job of its own', async () => {
      const jobId = await key.client.accepted(request);
      return jobId !== first && jobId;
    });
    assert.equal((await key.client.finished(repeat)).status, 200);
  });
});
