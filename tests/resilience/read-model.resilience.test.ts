/** House rules 4 to 6: the read model can be rebuilt and lost without effect on GET and Idempotency-Keys. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, revokeKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';
import { deliveriesOver, everyEvent } from './accounting.ts';
import { snapshot } from './snapshot.ts';

/** Creates a history with every kind of event. */
async function history(service: Service, receiverUrl: string) {
  const key = await issueKey(service, { quota: 1_000 });
  await revokeKey(service, (await issueKey(service)).keyId);
  const jobs = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      key.client.accepted({
        file: at % 4 === 0 ? 'no document' : page(`document ${at}`),
        query: at % 5 === 0 ? { webhook_url: receiverUrl } : {},
        headers: at % 3 === 0 ? { 'idempotency-key': `key ${at}` } : {},
      }),
    ),
  );
  const answers = await Promise.all(jobs.map(job => key.client.finished(job)));
  const hooked = jobs.filter((_, at) => at % 5 === 0);
  await until('every delivery to be over', async () => {
    const over = deliveriesOver(await everyEvent(service));
    return hooked.every(job => over.has(job));
  });
  return { key, jobs, texts: answers.map(({ text }) => text) };
}

const SETTINGS = { EGRESS_ALLOW: '127.0.0.0/8', WEBHOOK_BACKOFF_MS: '100,100,100' };

describe(suite('the read model'), () => {
  test('rebuilt beside the running service, it equals the live one, and nobody is answered 404 or 504', async () => {
    const receiver = await startReceiver();
    receiver.reply('/', status(500));
    const service = await startService(SETTINGS);
    try {
      const { key, jobs, texts } = await history(service, receiver.url('/'));
      const before = await snapshot(service);
      const done = new AbortController();
      const polling = (async () => {
        for (let at = 0; !done.signal.aborted; at = (at + 1) % jobs.length)
          assert.equal((await key.client.poll(jobs[at] as string)).text, texts[at]);
      })();
      const asking = Array.from({ length: 4 }, async (_, caller) => {
        for (let at = 0; !done.signal.aborted; at++) {
          const answer = await key.client.extract({ file: page(`meanwhile ${caller} ${at}`) });
          assert.ok([200, 429].includes(answer.status), answer.text);
        }
      });
      for (let time = 0; time < 4; time++) await operate(service, 'rebuild');
      await sleep(600);
      done.abort();
      await Promise.all([polling, ...asking]);
      await sleep(300);
      const live = await snapshot(service);
      for (const line of before.split('\n').filter(line => line.includes('"jobs"')))
        assert.ok(live.includes(line), line);
      await operate(service, 'rebuild');
      await sleep(600);
      assert.equal(await snapshot(service), live);
    } finally {
      await service.dispose();
      await receiver.close();
    }
  });

  inEmbedded(() => {
    test('deleted and projected again at the next start, it equals the one that was lost', async () => {
      const receiver = await startReceiver();
      receiver.reply('/', status(500));
      let service = await startService(SETTINGS);
      try {
        const { key, jobs, texts } = await history(service, receiver.url('/'));
        const before = await snapshot(service);
        await service.kill();
        loseReadModel(service);
        service = await service.again();
        assert.equal(await snapshot(service), before);
        const client = new Client(service, key.apiKey);
        for (const [at, job] of jobs.entries()) assert.equal((await client.poll(job)).text, texts[at]);
      } finally {
        await service.dispose();
        await receiver.close();
      }
    });

    test('lost, an Idempotency-Key still has its one job, twenty at once included', async () => {
      let service = await startService();
      try {
        const key = await issueKey(service, { quota: 100 });
        const request = { file: page('once'), headers: { 'idempotency-key': 'once' } };
        const first = await key.client.accepted(request);
        await key.client.finished(first);
        await service.kill();
        loseReadModel(service);
        service = await service.again();
        const client = new Client(service, key.apiKey);
        const repeats = await Promise.all(Array.from({ length: 20 }, () => client.accepted(request)));
        assert.deepEqual([...new Set(repeats)], [first]);
        const other = await client.extract({ ...request, file: page('other') });
        assert.equal(other.body.error.code, 'bad_request');
        const counted = await client.extract({ file: page('counted') });
        assert.equal(counted.headers.get('x-quota-remaining'), '98');
      } finally {
        await service.dispose();
      }
    });
  });
});

function loseReadModel({ dataFolder }: Service): void {
  const files = readdirSync(dataFolder).filter(name => name.startsWith('views'));
  assert.ok(files.length > 0);
  for (const name of files) rmSync(join(dataFolder, name));
}
