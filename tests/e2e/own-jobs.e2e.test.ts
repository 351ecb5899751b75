import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Client as S3Client } from 'minio';
import { Textrail } from '../../clients/typescript/textrail.ts';
import { buildOf } from '../../platform/build.ts';
import type { Job } from '../../schemas/jobs-api.ts';
import { stackSettings } from '../../stack/settings.ts';
import { everyEvent } from '../resilience/accounting.ts';
import { assertBody } from '../support/answers.ts';
import { html } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { MODE, suite } from '../support/mode.ts';
import { pdf, textPdf } from '../support/pdf-documents.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { startTlsRelays, type TlsRelays } from '../support/tls-relay.ts';
import { sleep, until } from '../support/waiting.ts';

/** S3 servers of the stack; the embedded mode starts none. */
const STORES = MODE === 'embedded' ? [] : (['S3_ENDPOINT', 'S3_SECOND_ENDPOINT'] as const);

/** Asserts that fields are present which the schema does not require, for the sake of generated clients. */
function assertSaysNull(job: object): void {
  for (const name of ['progress', 'document']) assert.ok(name in job, `a job without ${name}`);
}

describe(suite('own jobs'), () => {
  let service: Service;
  let receiver: Receiver;
  let key: TestKey;
  let relays: TlsRelays;
  before(async () => {
    receiver = await startReceiver();
    // The last relay leads to the receiver, which also serves a document.
    relays = await startTlsRelays([...STORES.map(name => stackSettings()[name] ?? ''), receiver.url('/')]);
    service = await startService({
      EGRESS_ALLOW: '127.0.0.0/8',
      WEBHOOK_BACKOFF_MS: '50,50,50',
      BUILD_REVISION: 'd30ad5c',
      PROGRESS_INTERVAL_MS: '1',
      FETCH_TIMEOUT_MS: '60000',
      NODE_EXTRA_CA_CERTS: relays.authority,
    });
    key = await issueKey(service);
  });
  after(async () => {
    await service.dispose();
    await receiver.close();
    relays.close();
  });

  const ask = (path: string, { client } = key) => client.send(path, { headers: client.authorization() });
  const list = async (query = '', of = key) => {
    // A caller who waits for a job asks more often than lists may be requested.
    const answer = await until('a list', async () => {
      const given = await ask(`/v1/jobs${query}`, of);
      return given.status === 429 ? undefined : given;
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assertBody('JobList', answer.body);
    for (const job of answer.body.jobs) assertSaysNull(job);
    return answer.body as { jobs: Job[]; next_cursor: string | null };
  };
  const show = async (jobId: string): Promise<Job> => {
    const answer = await ask(`/v1/jobs/${jobId}`);
    assert.equal(answer.status, 200, answer.text);
    assertBody('JobAnswer', answer.body);
    assertSaysNull(answer.body.job);
    return answer.body.job;
  };
  /** Waits until the jobs' ends are projected; a synchronous answer may come earlier. */
  const listed = (count: number, of: TestKey) =>
    until('the jobs to be listed', async () => {
      const { jobs } = await list('', of);
      return jobs.length === count && jobs.every(({ state }) => state !== 'processing') ? jobs : undefined;
    });

  test('a job is shown with its stages and its document, whoever waited for it', async () => {
    const own = await issueKey(service);
    await own.client.text(html());
    const jobId = await own.client.accepted({ file: textPdf('One page') });
    await own.client.finished(jobId);
    const [newest, oldest] = await listed(2, own);
    assert.equal(newest?.job_id, jobId);
    assert.deepEqual([newest?.asynchronous, oldest?.asynchronous], [true, false]);
    assert.deepEqual(
      newest?.stages.map(({ stage }) => stage),
      ['accepted', 'started', 'finished'],
    );
    const times = newest?.stages.map(({ at }) => Date.parse(at)) ?? [];
    assert.deepEqual(times, times.toSorted());
    assert.equal(newest?.document?.content_type, 'application/pdf');
    assert.equal(newest?.document?.pages, 1);
    assert.equal(newest?.source, 'upload');
    assert.equal(newest?.build, buildOf({ BUILD_REVISION: 'd30ad5c' }));
  });

  test('a job that is read says how many of its pages are done, and no longer once it has ended', async () => {
    const pages = Array.from({ length: 400 }, (_, at) => [{ text: `Page ${at}` }]);
    const file = pdf(pages);
    // On a busy machine a job may have ended before anybody looks at it; then another one is created.
    const { jobId, progress } = await until('a page to be done', async () => {
      const jobId = await key.client.accepted({ file });
      for (let job = await show(jobId); job.state === 'processing'; job = await show(jobId)) {
        if (job.progress !== null) return { jobId, progress: job.progress };
        await sleep(5);
      }
    });
    assert.equal(progress.pages, 400);
    assert.ok(progress.pages_done > 0);
    await key.client.finished(jobId);
    const ended = await until('its end', async () => {
      const job = await show(jobId);
      return job.state === 'success' ? job : undefined;
    });
    assert.deepEqual([ended.progress, ended.document?.pages], [null, 400]);
  });

  test('a failed job says its code, and can be asked for by its state and its time', async () => {
    const own = await issueKey(service);
    await own.client.text(html());
    assert.equal((await own.client.extract({ file: 'just words' })).status, 415);
    const jobs = await listed(2, own);
    const failed = (await list('?state=error', own)).jobs;
    assert.deepEqual(
      failed.map(({ error, build }) => [error, build]),
      [['unsupported_format', buildOf({ BUILD_REVISION: 'd30ad5c' })]],
    );
    const since = encodeURIComponent(jobs[0]?.stages[0]?.at ?? '');
    assert.equal((await list(`?until=${since}`, own)).jobs.length, 1);
    assert.equal((await list(`?since=${since}`, own)).jobs.length, 1);
    const first = await list('?limit=1', own);
    const second = await list(`?limit=1&cursor=${first.next_cursor}`, own);
    assert.deepEqual([...first.jobs, ...second.jobs], jobs);
  });

  test('a webhook that was given up is found, with each attempt and why it failed', async () => {
    const own = await issueKey(service);
    receiver.reply('/no', status(500));
    const jobId = await own.client.accepted({ file: html(), query: { webhook_url: receiver.url('/no') } });
    const found = await until('the webhook to be given up', async () => {
      const { jobs } = await list('?webhook=given_up', own);
      return jobs[0];
    });
    assert.equal(found.job_id, jobId);
    assert.deepEqual(
      found.webhook.attempts.map(each => [each.attempt, each.status, each.reason]),
      [1, 2, 3, 4].map(attempt => [attempt, 500, 'status']),
    );
    assert.ok(found.webhook.attempts.every(({ started_at, ended_at }) => started_at && ended_at));
  });

  test('the result of a job is put where its caller says, again where that failed, and no event or log says where', async () => {
    receiver.reply('/bucket/a.json?X-Amz-Signature=5ec4e7', (response, attempt) => {
      response.writeHead(attempt === 1 ? 503 : 200).end();
    });
    const place = '/bucket/a.json?X-Amz-Signature=5ec4e7';
    const submit = (signature = '') => {
      const query = new URLSearchParams({ result_url: receiver.url(place) + signature });
      const headers = { ...key.client.authorization(), 'idempotency-key': 'one-place' };
      const body = new FormData();
      body.set('file', new Blob([html()]), 'a');
      return key.client.send(`/v1/jobs?${query}`, { method: 'POST', headers, body });
    };
    const accepted = await submit();
    assert.equal(accepted.status, 202, accepted.text);
    assertBody('JobAccepted', accepted.body);
    const [, put] = await receiver.deliveries(place, 2);
    const jobId = String(accepted.body.job_id);
    assert.deepEqual([put?.method, put?.headers['content-type']], ['PUT', 'application/json']);
    assert.equal(put?.headers['content-length'], String(Buffer.byteLength(put?.body ?? '')));
    assert.equal(put?.body, (await key.client.finished(jobId)).text);
    const job = await until('the delivery to be told', async () => {
      const shown = await show(jobId);
      return shown.webhook.state === 'delivered' ? shown : undefined;
    });
    assert.equal(job.webhook.attempts.length, 2);
    // Signed anew, it is still the same request.
    const again = await submit('&X-Amz-Date=later');
    assert.deepEqual([again.status, again.body.job_id], [202, jobId]);
    const audited = JSON.stringify(await operate(service, 'audit', jobId));
    assert.match(audited, /WebhookDelivered/);
    assert.doesNotMatch(audited + service.log() + JSON.stringify(job), /5ec4e7|bucket/);
  });

  for (const [at, store] of STORES.entries())
    test(`a presigned PUT of ${store} takes the result, by http and by https`, async () => {
      const { [store]: plain = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = stackSettings();
      const bucket = `results-${randomUUID()}`;
      const client = new Textrail({ baseUrl: service.base, apiKey: key.apiKey });
      for (const address of [plain, relays.addresses[at] ?? '']) {
        const { protocol, hostname: endPoint, port } = new URL(address);
        const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, region: 'us-east-1' };
        const s3 = new S3Client({ endPoint, port: Number(port), useSSL: protocol === 'https:', ...keys });
        const stored = new S3Client({ endPoint, port: Number(new URL(plain).port), useSSL: false, ...keys });
        if (!(await stored.bucketExists(bucket))) await stored.makeBucket(bucket);
        const place = `${protocol.slice(0, -1)}/ü report.json`;
        const resultUrl = await s3.presignedPutObject(bucket, place, 600);
        const jobId = await client.submit({ bytes: html() }, { format: 'json', resultUrl });
        await until('the result to be put', async () => {
          const { webhook } = await show(jobId);
          assert.notEqual(webhook.state, 'given_up', JSON.stringify(webhook));
          return webhook.state === 'delivered' || undefined;
        });
        const { metaData } = await stored.statObject(bucket, place);
        assert.equal(metaData['content-type'], 'application/json');
        const put = await text(await stored.getObject(bucket, place));
        assert.equal(put, (await key.client.finished(jobId)).text);
      }
    });

  test('a place for a result that is private is refused at sight', async () => {
    const ask = (result: string) => {
      const body = new FormData();
      body.set('file', new Blob([html()]), 'a');
      const query = new URLSearchParams({ result_url: result });
      return key.client.send(`/v1/jobs?${query}`, {
        method: 'POST',
        headers: key.client.authorization(),
        body,
      });
    };
    const refused = await ask('http://169.254.169.254/latest');
    assert.equal(refused.status, 400, refused.text);
    assertBody('ExtractError', refused.body);
  });

  test('no key sees the jobs of another, and no job that is not there', async () => {
    const other = await issueKey(service);
    const jobId = await key.client.accepted({ file: html() });
    await key.client.finished(jobId);
    for (const path of [`/v1/jobs/${jobId}`, `/v1/jobs/${jobId}/events`]) {
      const answer = await ask(path, other);
      assert.equal(answer.status, 404, path);
      assertBody('ExtractError', answer.body);
    }
    assert.deepEqual((await list('', other)).jobs, []);
    assert.equal((await ask('/v1/jobs/none')).status, 404);
    assert.equal((await show(jobId)).state, 'success');
  });

  test('whoever has no key is told so as everywhere', async () => {
    for (const path of ['/v1/jobs', '/v1/jobs/none', '/v1/jobs/none/events', '/v1/usage']) {
      assert.equal((await key.client.send(path)).status, 401, path);
      const refused = await key.client.send(path, { headers: { authorization: 'Bearer dk_none_none' } });
      assert.equal(refused.status, 403, path);
      assertBody('AuthFailure', refused.body);
    }
  });

  test('a parameter that means nothing is refused', async () => {
    const answer = await ask('/v1/jobs?state=done');
    assert.equal(answer.status, 400);
    assert.equal(answer.body.error.code, 'bad_request');
  });

  test('usage tells documents, requests and limits, and counts against nothing', async () => {
    const own = await issueKey(service, { quota: 5, rate: 9 });
    await own.client.text(html());
    const usage = await until('the document to be counted', async () => {
      const answer = await ask('/v1/usage', own);
      assertBody('Usage', answer.body);
      return answer.body.documents.used === 1 ? answer.body : undefined;
    });
    assert.deepEqual([usage.documents.limit, usage.documents.remaining], [5, 4]);
    assert.deepEqual([usage.requests.limit_per_minute, usage.requests.remaining], [9, 8]);
    assert.equal(usage.months.length, 12);
    assert.equal(usage.months[0].documents, 1);
    assert.equal(usage.jobs_in_flight, 0);
  });

  test('the events of a job end with it', async () => {
    const jobId = await key.client.accepted({ file: html() });
    const answer = await ask(`/v1/jobs/${jobId}/events`);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const events = [...answer.text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    assert.equal(events.at(-1)?.[1], 'end');
    assert.equal(events.at(-1)?.[2], '{"reason":"finished"}');
    const last: Job = JSON.parse(events.at(-2)?.[2] ?? '');
    assert.equal(last.state, 'success');
  });

  const erase = (jobId: string, { client } = key) =>
    client.send(`/v1/jobs/${jobId}`, { method: 'DELETE', headers: client.authorization() });

  test('a job that is erased is gone everywhere, for its own key alone, and stays metered', async () => {
    const own = await issueKey(service);
    const jobId = await own.client.accepted({ file: html() });
    await own.client.finished(jobId);
    await listed(1, own);
    assert.equal((await erase(jobId)).status, 404, 'not to another key');
    assert.equal((await own.client.poll(jobId)).status, 200);
    const answer = await erase(jobId, own);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal((await own.client.poll(jobId)).status, 404);
    assert.deepEqual((await list('', own)).jobs, []);
    assert.equal((await erase(jobId, own)).status, 404, 'a second time');
    assert.equal((await ask('/v1/usage', own)).body.documents.used, 1);
  });

  test('a job that is erased before its end is not metered, nor is its webhook called', async () => {
    const own = await issueKey(service);
    const webhook = { webhook_url: receiver.url('/erased') };
    // The job cannot end before its document has arrived.
    const { promise: isErased, resolve: erased } = Promise.withResolvers<void>();
    receiver.reply('/document', response => void isErased.then(() => response.end(html())));
    const url = `${relays.addresses.at(-1)}/document`;
    const jobId = await own.client.accepted({ query: { ...webhook, url } });
    await receiver.deliveries('/document', 1);
    const answer = await erase(jobId, own);
    assert.equal(answer.status, 204, answer.text);
    assert.equal((await own.client.poll(jobId)).status, 404);
    erased();
    await until('its end to be in the log', async () =>
      (await everyEvent(service)).some(event => event.type === 'ExtractCompleted' && event.job_id === jobId),
    );
    const others = await Promise.all(
      Array.from({ length: 5 }, () => own.client.accepted({ file: html(), query: webhook })),
    );
    await Promise.all(others.map(id => own.client.finished(id)));
    await receiver.deliveries('/erased', 5);
    const { documents, jobs_in_flight } = (await ask('/v1/usage', own)).body;
    assert.deepEqual([documents.used, jobs_in_flight], [5, 0]);
    const delivered = receiver.at('/erased').map(({ headers }) => headers['x-service-job-id']);
    assert.ok(!delivered.includes(jobId));
  });

  // This must be the last test, because it stops the service.
  test('a stream that waits ends with the instance, which is not held up by it', async () => {
    receiver.reply('/wait', () => undefined);
    const jobId = await key.client.accepted({ file: html(), query: { webhook_url: receiver.url('/wait') } });
    await receiver.deliveries('/wait', 1);
    const reading = ask(`/v1/jobs/${jobId}/events`);
    await until('the attempt to be shown', async () => (await show(jobId)).webhook.attempts[0]);
    const codes = await service.stopInTurn();
    assert.ok(codes.every(code => code === 0));
    assert.match((await reading).text, /event: end\ndata: \{"reason":"leaving"\}/);
  });
});
