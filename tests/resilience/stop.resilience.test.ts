/** Stops, crashes in the middle of work, and a second service on the same data. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { JITTER } from '../../core/job/webhook-schedule.ts';
import type { Answer } from '../support/answers.ts';
import { beginUpload } from '../support/begun-upload.ts';
import { Client } from '../support/client.ts';
import { html, page } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { finish, ROOT } from '../support/process.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { slowPage } from '../support/slow-documents.ts';
import { sleep, until } from '../support/waiting.ts';
import { assertAccounts } from './accounting.ts';

const QUOTA = 10_000;
/** Time for closing connections after the drain; see platform/runtime.ts. */
const GRACE_MS = 5_000;
/** Pause between two attempts of a webhook: longer than a stop takes on a busy machine. */
const PAUSE_MS = 15_000;
/** Half of the time within which a repeated signal counts as the same one; see platform/runtime.ts. */
const AT_ONCE_MS = 250;
/** A dead member's partitions wait until its session ends. */
const SESSION_MS = 15_000;

const isStopping = ({ status, body }: Answer) => status === 503 && body.error.code === 'timeout';

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
      const codes = await service.stopInTurn();
      assert.deepEqual([...new Set(codes)], [0]);
      for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200, answer.text);
      service = await service.again();
      key.client = new Client(service, key.apiKey);
      await assertAccounts(service, key, jobs, QUOTA);
    } finally {
      await service.dispose();
    }
  });

  // In the distributed mode nobody is left who could finish what a caller waits for; in one process all roles still
  // run.
  test('to everything at the same moment gives every caller a whole answer, and loses no job', async () => {
    const drainMs = 3_000;
    let service = await startService({ ASYNC_THRESHOLD_BYTES: '10485760', DRAIN_MS: String(drainMs) });
    try {
      const key = await issueKey(service, { quota: QUOTA });
      const files = [slowPage(), slowPage(), slowPage(), ...[1, 2, 3].map(at => page(`waiting ${at}`))];
      const keyed = (at: number) => ({ file: files[at] as Buffer, headers: { 'idempotency-key': `${at}` } });
      const waiting = files.map((_, at) => key.client.extract(keyed(at)));
      const jobs = await Promise.all(
        Array.from({ length: 20 }, (_, at) => key.client.accepted({ file: page(`job ${at}`) })),
      );
      const begun = Date.now();
      assert.deepEqual([...new Set(await service.stop())], [0]);
      assert.ok(Date.now() - begun < drainMs + GRACE_MS, `${Date.now() - begun} ms`);
      const answers = await Promise.all(waiting);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        assert.ok(isStopping(answer), answer.text);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      }
      service = await service.again({ DRAIN_MS: '25000' });
      key.client = new Client(service, key.apiKey);
      for (const [at, answer] of answers.entries())
        if (isStopping(answer)) assert.notEqual((await key.client.extract(keyed(at))).status, 503);
      await assertAccounts(service, key, jobs, QUOTA);
    } finally {
      await service.dispose();
    }
  });

  test('says so on /readyz while it drains, and takes no new document', async () => {
    const service = await startService({ ASYNC_THRESHOLD_BYTES: '10485760' });
    try {
      const { client, apiKey } = await issueKey(service);
      const upload = await beginUpload(service, apiKey, page('slow line'));
      const stopping = service.stopInTurn();
      await until('a service that drains', async () => (await client.send('/readyz')).status === 503);
      const ready = await client.send('/readyz');
      assert.deepEqual(ready.body, { ready: false, problems: ['draining'] });
      assert.equal((await client.send('/healthz')).status, 200);
      const late = await client.extract({ file: Buffer.alloc(5_000_000) });
      assert.ok(isStopping(late), late.text);
      assert.equal(await upload.finish(), 200, 'the upload that was under way');
      assert.deepEqual([...new Set(await stopping)], [0]);
    } finally {
      await service.dispose();
    }
  });

  test('does not wait for a webhook’s next attempt, and the next start makes it', async () => {
    const receiver = await startReceiver();
    receiver.reply('/', (response, attempt) => {
      response.writeHead(attempt === 1 ? 500 : 204).end();
    });
    let service = await startService({ EGRESS_ALLOW: '127.0.0.0/8', WEBHOOK_BACKOFF_MS: String(PAUSE_MS) });
    try {
      const { client } = await issueKey(service);
      const job = await client.accepted({ file: html(), query: { webhook_url: receiver.url('/') } });
      const [{ at } = assert.fail()] = await receiver.deliveries('/', 1);
      await until('the first attempt on record', async () => (await attempts(service, job)).failed === 1);
      await service.stop();
      assert.ok(Date.now() < at + PAUSE_MS * (1 - JITTER), `${Date.now() - at} ms after the first attempt`);
      service = await service.again();
      const [first, second] = await receiver.deliveries('/', 2, 60_000);
      assert.equal(second?.headers['x-service-delivery'], first?.headers['x-service-delivery']);
      assert.equal(second?.headers['x-service-attempt'], '2');
    } finally {
      await service.dispose();
      await receiver.close();
    }
  });
});

describe(suite('a crash between the attempts of a webhook'), () => {
  test('loses no delivery and never makes a fifth attempt; all have one delivery id', async () => {
    const receiver = await startReceiver();
    receiver.reply('/', status(500));
    // An attempt that was cut off is waited for as long as one may take.
    const timing = { WEBHOOK_BACKOFF_MS: '400,400,400', WEBHOOK_TIMEOUT_MS: '1000' };
    let service = await startService({ EGRESS_ALLOW: '127.0.0.0/8', ...timing });
    try {
      const key = await issueKey(service);
      const jobs = await Promise.all(
        Array.from({ length: 5 }, (_, at) =>
          key.client.accepted({ file: page(`hook ${at}`), query: { webhook_url: receiver.url('/') } }),
        ),
      );
      for (let crash = 0; crash < 3; crash++) {
        const seen = receiver.at('/').length;
        // The first attempts may all have been cut off before they were made.
        await until('an attempt', () => receiver.at('/').length > seen, SESSION_MS).catch(() => undefined);
        await sleep(Math.random() * 300);
        await service.kill();
        service = await service.again();
      }
      for (const job of jobs) {
        await until('the deliveries to be over', async () => (await attempts(service, job)).over, 60_000);
        const own = receiver.at('/').filter(({ headers }) => headers['x-service-job-id'] === job);
        assert.ok(own.length >= 1 && own.length <= 4, `${own.length} attempts`);
        assert.equal(new Set(own.map(({ headers }) => headers['x-service-delivery'])).size, 1);
        assert.ok((await attempts(service, job)).begun <= 4);
      }
    } finally {
      await service.dispose();
      await receiver.close();
    }
  });
});

/** What the log says about a job's deliveries. */
async function attempts(service: Service, job: string) {
  const history = (await operate(service, 'audit', job)) as { type: string; next_attempt_at?: unknown }[];
  const count = (type: string) => history.filter(event => event.type === type).length;
  const over = history.some(
    ({ type, next_attempt_at }) => type === 'WebhookFailed' && next_attempt_at === null,
  );
  return { begun: count('WebhookAttempted'), failed: count('WebhookFailed'), over };
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

/**
 * Repeats the test while this process stands still between the two signals, because the second then counts as a new one
 * and proves nothing.
 */
async function assertDrainsWhenToldTwice(signal: NodeJS.Signals, pauseMs: number): Promise<void> {
  while (!(await drainsWhenToldTwice(signal, pauseMs)));
}

async function drainsWhenToldTwice(signal: NodeJS.Signals, pauseMs: number): Promise<boolean> {
  const service = await startService({ ASYNC_THRESHOLD_BYTES: '10485760' });
  try {
    const { apiKey } = await issueKey(service);
    const upload = await beginUpload(service, apiKey, slowPage(200_000));
    const [{ child, ended } = assert.fail()] = service.processes;
    const toldAt = performance.now();
    child.kill(signal);
    await sleep(pauseMs);
    child.kill(signal);
    const isOnce = performance.now() - toldAt < AT_ONCE_MS;
    const ends = await Promise.all([upload.finish().catch(String), ended]);
    if (isOnce) assert.deepEqual(ends, [200, 0]);
    return isOnce;
  } finally {
    await service.dispose();
  }
}

inEmbedded(() => {
  describe(suite('a terminal that is closed'), () => {
    test('is a stop like any other: who waits is answered, however often it is said', () =>
      assertDrainsWhenToldTwice('SIGHUP', 50));
  });

  describe(suite('npm start'), () => {
    test('drains at Ctrl-C, which the service hears twice: of the terminal and of npm', () =>
      assertDrainsWhenToldTwice('SIGINT', 20));

    test('ends with the signal that npm is sent, and leaves no service behind', async () => {
      const { environment, dispose } = await startService();
      await dispose();
      // Its own process group, so that nothing is left running if this fails.
      const npm = spawn('npm', ['start'], {
        cwd: ROOT,
        env: { ...process.env, ...environment },
        detached: true,
      });
      try {
        let said = '';
        npm.stdout.on('data', chunk => {
          said += chunk;
        });
        const base = await until('the service', () => /ready at (\S+)$/m.exec(said)?.[1], 60_000);
        assert.equal((await fetch(`${base}/readyz`)).status, 200);
        npm.kill('SIGTERM');
        await once(npm, 'exit');
        const isGone = () =>
          fetch(`${base}/readyz`).then(
            () => false,
            () => true,
          );
        assert.ok(await until('nobody to answer any more', isGone, 10_000));
      } finally {
        killGroup(npm.pid);
      }
    });
  });

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
