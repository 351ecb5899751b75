/** Stops, crashes in the middle of things, and a second service on the same data. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { html, page } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { finish } from '../support/process.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { operate, startService } from '../support/service.ts';
import { slowPage } from '../support/slow-documents.ts';
import { sleep } from '../support/waiting.ts';
import { assertAccounts } from './accounting.ts';

const QUOTA = 10_000;

// In one process. Four processes that are all told to stop at the same moment leave a waiting caller without the
// services that would finish his request: an orchestrator stops them in turn.
inEmbedded(() => {
  describe(suite('SIGTERM'), () => {
    test('lets callers who wait have their answers, keeps every job, and ends with 0', async () => {
      let service = await startService({ ASYNC_THRESHOLD_BYTES: '10485760' });
      try {
        const key = await issueKey(service, { quota: QUOTA });
        const waiting = [slowPage(200_000), ...[1, 2, 3].map(at => page(`waiting ${at}`))].map(file =>
          key.client.extract({ file }),
        );
        const jobs = await Promise.all(
          Array.from({ length: 40 }, (_, at) => key.client.accepted({ file: page(`job ${at}`) })),
        );
        await sleep(100);
        const codes = await service.stop();
        assert.deepEqual([...new Set(codes)], [0]);
        for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200, answer.text);
        service = await service.again();
        key.client = new Client(service, key.apiKey);
        await assertAccounts(service, key, jobs, QUOTA);
      } finally {
        await service.dispose();
      }
    });

    test('says so on /readyz while it drains, and takes no new document', async () => {
      const service = await startService({ ASYNC_THRESHOLD_BYTES: '10485760' });
      try {
        const { client } = await issueKey(service);
        const slow = client.extract({ file: slowPage(400_000) });
        await sleep(300);
        const stopping = service.stop();
        await sleep(100);
        const ready = await client.send('/readyz');
        assert.equal(ready.status, 503);
        assert.deepEqual(ready.body, { ready: false, problems: ['draining'] });
        assert.equal((await client.send('/healthz')).status, 200);
        const late = await client.send('/v1/extract', { method: 'POST', headers: client.authorization() });
        assert.equal(late.status, 503);
        assert.equal((await slow).status, 200);
        assert.deepEqual(await stopping, [0]);
      } finally {
        await service.dispose();
      }
    });

    test('does not wait for a webhook’s next attempt, and the next start makes it', async () => {
      const receiver = await startReceiver();
      receiver.reply('/', (response, attempt) => {
        response.writeHead(attempt === 1 ? 500 : 204).end();
      });
      let service = await startService({ EGRESS_ALLOW: '127.0.0.0/8', WEBHOOK_BACKOFF_MS: '8000' });
      try {
        const { client } = await issueKey(service);
        await client.accepted({ file: html(), query: { webhook_url: receiver.url('/') } });
        await receiver.deliveries('/', 1);
        await sleep(300);
        const begun = Date.now();
        await service.stop();
        assert.ok(Date.now() - begun < 4_000, `${Date.now() - begun} ms`);
        service = await service.again();
        const [first, second] = await receiver.deliveries('/', 2);
        assert.equal(second?.headers['x-service-delivery'], first?.headers['x-service-delivery']);
        assert.equal(second?.headers['x-service-attempt'], '2');
      } finally {
        await service.dispose();
        await receiver.close();
      }
    });
  });
});

// With fixed pauses that a consumer group's session of 10 s outlives; on the real servers kill-everything.stack.test.ts
// counts the attempts.
inEmbedded(() => {
  describe(suite('a crash between the attempts of a webhook'), () => {
    test('loses no delivery and never makes a fifth attempt; all have one delivery id', async () => {
      const receiver = await startReceiver();
      receiver.reply('/', status(500));
      let service = await startService({ EGRESS_ALLOW: '127.0.0.0/8', WEBHOOK_BACKOFF_MS: '400,400,400' });
      try {
        const key = await issueKey(service);
        const jobs = await Promise.all(
          Array.from({ length: 5 }, (_, at) =>
            key.client.accepted({ file: page(`hook ${at}`), query: { webhook_url: receiver.url('/') } }),
          ),
        );
        for (let crash = 0; crash < 3; crash++) {
          await sleep(250 + Math.random() * 300);
          await service.kill();
          service = await service.again();
        }
        await sleep(3_500);
        for (const job of jobs) {
          const own = receiver.at('/').filter(({ headers }) => headers['x-service-job-id'] === job);
          assert.ok(own.length >= 1 && own.length <= 4, `${own.length} attempts`);
          assert.equal(new Set(own.map(({ headers }) => headers['x-service-delivery'])).size, 1);
          const history = (await operate(service, 'audit', job)) as {
            type: string;
            next_attempt_at?: unknown;
          }[];
          assert.ok(history.filter(({ type }) => type === 'WebhookAttempted').length <= 4);
          assert.equal(history.at(-1)?.type, 'WebhookFailed');
          assert.equal(history.at(-1)?.next_attempt_at, null);
        }
      } finally {
        await service.dispose();
        await receiver.close();
      }
    });
  });
});

inEmbedded(() => {
  describe(suite('one data folder'), () => {
    test('serves one service at a time: the second ends with one clear line, the first goes on', async () => {
      const service = await startService();
      try {
        const { client } = await issueKey(service);
        const second = await finish(['main.ts'], service.environment);
        assert.equal(second.code, 1);
        assert.match(second.stderr, /DATA_DIR is in use/);
        assert.equal(second.stderr.trim().split('\n').length, 1, second.stderr);
        assert.equal((await client.extract({ file: html() })).status, 200);
      } finally {
        await service.dispose();
      }
    });

    test('is free again after a crash', async () => {
      const service = await startService();
      await service.kill();
      const again = await service.again();
      assert.equal((await fetch(`${again.base}/readyz`)).status, 200);
      await again.dispose();
    });
  });
});
