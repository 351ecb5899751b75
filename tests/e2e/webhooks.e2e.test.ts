import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { isSigned, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const PAUSES_MS = [300, 600, 900];
/** Long, because on a busy machine an answer may take a second and would count as a failed attempt. */
const TIMEOUT_MS = 8_000;
const JITTER = 0.2;
/** How late an attempt may come on a busy machine. core/job/job.test.ts checks the length of pauses. */
const LATE_MS = 10_000;

describe(suite('webhooks'), { concurrency: true }, () => {
  let service: Service;
  let key: TestKey;
  let receiver: Receiver;
  let secret: string;
  before(async () => {
    receiver = await startReceiver();
    service = await startService({
      EGRESS_ALLOW: '127.0.0.0/8',
      WEBHOOK_BACKOFF_MS: PAUSES_MS.join(','),
      WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
    });
    key = await issueKey(service);
    secret =
      service.environment.WEBHOOK_SIGNING_SECRET ??
      readFileSync(join(service.dataFolder, 'webhook-secret'), 'utf8').trim();
  });
  after(async () => {
    await service.dispose();
    await receiver.close();
  });

  const to = (path: string) => ({ webhook_url: receiver.url(path) });

  test('a finished job is posted once, signed, exactly as GET answers it', async () => {
    const jobId = await key.client.accepted({ file: html(), query: { ...to('/ok'), format: 'json' } });
    const [delivery] = await receiver.deliveries('/ok', 1);
    assert.ok(delivery);
    assert.equal(delivery.method, 'POST');
    assert.equal(delivery.body, (await key.client.finished(jobId)).text);
    assert.ok(isSigned(delivery, secret));
    assert.equal(delivery.headers['content-type'], 'application/json');
    assert.equal(delivery.headers['x-service-job-id'], jobId);
    assert.equal(delivery.headers['x-service-attempt'], '1');
    assert.match(String(delivery.headers['x-service-delivery']), /^[0-9a-f-]{36}$/);
    await sleep(1_000);
    assert.equal(receiver.at('/ok').length, 1);
  });

  test('a failed job is delivered too', async () => {
    const jobId = await key.client.accepted({ file: 'no document', query: to('/failed') });
    const [delivery] = await receiver.deliveries('/failed', 1);
    assert.equal(delivery?.body, (await key.client.finished(jobId)).text);
    assert.equal(JSON.parse(delivery?.body ?? '').error.code, 'unsupported_format');
  });

  test('a synchronous request is delivered as well', async () => {
    const answer = await key.client.extract({ file: html(), query: to('/synchronous') });
    const [delivery] = await receiver.deliveries('/synchronous', 1);
    assert.equal(delivery?.body, answer.text);
  });

  for (const code of [200, 201, 202, 204, 299]) {
    test(`${code} is success`, async () => {
      receiver.reply(`/${code}`, status(code));
      const jobId = await key.client.accepted({ file: html(), query: to(`/${code}`) });
      await ended(jobId, 'WebhookDelivered');
      assert.equal(receiver.at(`/${code}`).length, 1);
    });
  }

  test('four attempts at the most, with pauses jittered by a fifth, one delivery id, counted from 1', async () => {
    receiver.reply('/never', status(500));
    const jobId = await key.client.accepted({ file: html(), query: to('/never') });
    const deliveries = await receiver.deliveries('/never', 4);
    await sleep(1_500);
    assert.equal(receiver.at('/never').length, 4);
    assert.deepEqual(
      deliveries.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4'],
    );
    assert.equal(new Set(deliveries.map(({ headers }) => headers['x-service-delivery'])).size, 1);
    assert.ok(deliveries.every(delivery => isSigned(delivery, secret)));
    PAUSES_MS.forEach((pause, at) => {
      const took = (deliveries[at + 1]?.at ?? 0) - (deliveries[at]?.at ?? 0);
      assert.ok(
        took >= pause * (1 - JITTER) - 5 && took <= pause * (1 + JITTER) + LATE_MS,
        `${pause}: ${took} ms`,
      );
    });
    const answer = await key.client.poll(jobId);
    assert.equal(answer.status, 200, 'a failed delivery never fails the job');
  });

  test('a receiver that recovers gets it at the next attempt', async () => {
    receiver.reply('/later', (response, attempt) => {
      response.writeHead(attempt < 3 ? 503 : 200).end();
    });
    const jobId = await key.client.accepted({ file: html(), query: to('/later') });
    await ended(jobId, 'WebhookDelivered');
    assert.equal(receiver.at('/later').length, 3);
  });

  test('a redirect is not followed and is no success', async () => {
    receiver.reply('/moved', status(302, { location: receiver.url('/elsewhere') }));
    await key.client.accepted({ file: html(), query: to('/moved') });
    await receiver.deliveries('/moved', 2);
    assert.equal(receiver.at('/elsewhere').length, 0);
  });

  test('a receiver that hangs is tried again after the time for an attempt', async () => {
    receiver.reply('/hangs', () => undefined);
    const before = Date.now();
    await key.client.accepted({ file: html(), query: to('/hangs') });
    const [, second] = await receiver.deliveries('/hangs', 2);
    // Do not measure from the first delivery's arrival, which on a busy machine is half a second after its attempt
    // began.
    const took = (second?.at ?? 0) - before;
    assert.ok(took >= TIMEOUT_MS, `${took} ms`);
  });

  test('every attempt stands in the job’s history', async () => {
    receiver.reply('/history', (response, attempt) => {
      response.writeHead(attempt === 1 ? 500 : 200).end();
    });
    const jobId = await key.client.accepted({ file: html(), query: to('/history') });
    const history = await ended(jobId, 'WebhookDelivered');
    assert.deepEqual(
      history.map(event => event.type),
      [
        'ExtractRequested',
        'ExtractCompleted',
        'WebhookAttempted',
        'WebhookFailed',
        'WebhookAttempted',
        'WebhookDelivered',
      ],
    );
    assert.ok(history.every(event => event.job_id === jobId && 'at' in event));
    assert.ok(!JSON.stringify(history).includes('/history'), 'no event holds an address');
  });

  test('the history ends with a failure when all attempts are used up', async () => {
    receiver.reply('/gone', status(410));
    const jobId = await key.client.accepted({ file: html(), query: to('/gone') });
    type Line = { type: string; status?: number; reason?: string; next_attempt_at?: unknown };
    const history = await until('the end of its delivery', async () => {
      const lines = (await operate(service, 'audit', jobId)) as Line[];
      return lines.at(-1)?.next_attempt_at === null && lines;
    });
    assert.equal(history.filter(({ type }) => type === 'WebhookAttempted').length, 4);
    const failures = history.filter(({ type }) => type === 'WebhookFailed');
    assert.deepEqual(
      failures.map(({ status, reason }) => [status, reason]),
      Array.from({ length: 4 }, () => [410, 'status']),
    );
  });

  async function ended(jobId: string, type: string): Promise<{ type: string; job_id: string }[]> {
    return until(`${type} of ${jobId}`, async () => {
      const history = (await operate(service, 'audit', jobId)) as { type: string; job_id: string }[];
      return history.at(-1)?.type === type && history;
    });
  }
});

describe(suite('a slow receiver'), () => {
  test('delays no delivery to another, however many jobs wait for it', async () => {
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    const service = await startService({ EGRESS_ALLOW: '127.0.0.0/8', WEBHOOK_TIMEOUT_MS: '60000' });
    try {
      const { client } = await issueKey(service);
      slow.reply('/', () => undefined);
      const blocked = Array.from({ length: 60 }, (_, at) =>
        client.accepted({ file: page(`slow ${at}`), query: { webhook_url: slow.url('/') } }),
      );
      await Promise.all(blocked);
      await slow.deliveries('/', 10);
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          client.extract({ file: page(`quick ${at}`), query: { webhook_url: quick.url('/') } }),
        ),
      );
      // None of the slow ones has been given up by now.
      await quick.deliveries('/', 20, 30_000);
    } finally {
      await service.dispose();
      await Promise.all([slow.close(), quick.close()]);
    }
  });
});
