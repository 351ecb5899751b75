/** What remains of an erased job: an event that says so, and what was metered. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { everyEvent } from '../resilience/accounting.ts';
import { snapshot } from '../resilience/snapshot.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { finish } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { remains } from '../support/remains.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const RETRY_MS = 1_500;

let service: Service;
let key: TestKey;
let receiver: Receiver;
before(async () => {
  // Documents are kept after their jobs, so that an erasure has to delete them too.
  service = await startService({
    EGRESS_ALLOW: '127.0.0.0/8',
    SOURCE_REPLAY_SECONDS: '3600',
    WEBHOOK_BACKOFF_MS: `${RETRY_MS},${RETRY_MS},${RETRY_MS}`,
    // Longer than a busy machine takes to erase a job.
    WEBHOOK_TIMEOUT_MS: '60000',
  });
  receiver = await startReceiver();
  key = await issueKey(service, { quota: 1_000 });
});
after(async () => {
  await Promise.all([service.dispose(), receiver.close()]);
});

const kept = async () => {
  const names = await Promise.all((['source', 'result', 'request'] as const).map(p => remains(service, p)));
  return names.flat();
};
const used = async () => {
  const { headers } = await key.client.extract({ file: 'no document', query: { async: 'true' } });
  return 1_000 - Number(headers.get('x-quota-remaining'));
};

describe(suite('an erased job'), () => {
  test('is not found, nothing of it is stored, its event holds no content, and it stays metered', async () => {
    const jobId = await key.client.accepted({ file: page('to be forgotten') });
    assert.equal((await key.client.finished(jobId)).status, 200);
    const before = await used();
    assert.deepEqual(await operate(service, 'erase', jobId, '--yes'), [
      { job_id: jobId, key_id: key.keyId, erased: true },
    ]);
    const expired = await key.client.poll('0198e6a1-5f3c-7c2e-9b1d-2f60c4a8e711');
    const answer = await key.client.poll(jobId);
    assert.deepEqual([answer.status, answer.text], [404, expired.text]);
    const events = (await everyEvent(service)).filter(event => 'job_id' in event && event.job_id === jobId);
    const names = events.flatMap(event => ('source_blob' in event ? [event.source_blob] : []));
    const stored = await kept();
    assert.ok(names.length > 0 && !stored.some(name => names.includes(name)), 'its document is gone');
    assert.ok(
      !stored.some(name => events.some(event => 'result_blob' in event && event.result_blob === name)),
    );
    assert.ok(events.some(event => event.type === 'JobErased' && event.by === 'operator'));
    assert.equal(await used(), before);
    const audited = await operate(service, 'audit', jobId);
    assert.equal((audited.at(-1) as { type?: string }).type, 'JobErased');
  });

  test('that is in flight never answers with its text, and its end does not bring it back', async () => {
    const large = Buffer.concat([page('in flight'), Buffer.alloc(4_000_000, ' ')]);
    const jobs = await Promise.all(Array.from({ length: 3 }, () => key.client.accepted({ file: large })));
    await Promise.all(jobs.map(job => operate(service, 'erase', job, '--yes')));
    for (let look = 0; look < 20; look++) {
      for (const job of jobs) assert.equal((await key.client.poll(job)).status, 404);
      await sleep(100);
    }
    await until('their results to be gone', async () => {
      const of = new Set(jobs);
      const events = (await everyEvent(service)).filter(event => 'job_id' in event && of.has(event.job_id));
      const names = new Set(
        events.flatMap(event => [
          ...('source_blob' in event ? [event.source_blob] : []),
          ...('result_blob' in event ? [event.result_blob] : []),
        ]),
      );
      return !(await kept()).some(name => names.has(name));
    });
  });

  test('is not delivered any more, not by a retry that was due', async () => {
    // While this attempt is unanswered, no other is under way.
    const { promise: isErased, resolve: erased } = Promise.withResolvers<void>();
    receiver.reply('/later', response => void isErased.then(() => response.writeHead(503).end()));
    const query = { webhook_url: receiver.url('/later') };
    const jobId = await key.client.accepted({ file: page('undelivered'), query });
    await receiver.deliveries('/later', 1);
    await operate(service, 'erase', jobId, '--yes');
    await until('the erasure to be read', async () => (await key.client.poll(jobId)).status === 404);
    erased();
    await until('the first attempt on record', async () =>
      (await everyEvent(service)).some(event => event.type === 'WebhookFailed' && event.job_id === jobId),
    );
    await sleep(RETRY_MS * 2);
    assert.equal(receiver.at('/later').length, 1);
  });

  test('holds its Idempotency-Key for as long as such keys live: a repeat is told that it was erased', async () => {
    const request = { file: page('once'), headers: { 'idempotency-key': 'erased' } };
    assert.equal((await key.client.extract(request)).status, 200);
    const events = await everyEvent(service);
    const [jobId = ''] = events
      .filter(event => event.type === 'ExtractRequested')
      .toSorted((one, other) => other.at - one.at)
      .map(event => event.job_id);
    await operate(service, 'erase', jobId, '--yes');
    const repeat = await key.client.extract(request);
    assert.deepEqual([repeat.status, repeat.body.error.code], [422, 'extraction_failed']);
    assert.match(repeat.body.error.message, /erased/);
  });

  test('stays erased in a rebuilt read model, which equals the live one', async () => {
    const live = await snapshot(service);
    assert.match(live, /erased/);
    assert.doesNotMatch(live, /to be forgotten/);
    await operate(service, 'rebuild');
    assert.equal(await snapshot(service), live);
  });

  test('is unknown to a command that is not told yes, and to one that names no job of the log', async () => {
    const jobId = await key.client.accepted({ file: page('kept') });
    await assert.rejects(operate(service, 'erase', jobId), /nothing was erased/);
    await assert.rejects(operate(service, 'erase', crypto.randomUUID(), '--yes'), /the log knows no job/);
    assert.equal((await key.client.finished(jobId)).status, 200);
  });

  test('is each job of a key that is erased as a whole, and no other key loses anything', async () => {
    const other = await issueKey(service);
    const theirs = await Promise.all(
      [1, 2, 3].map(n => other.client.accepted({ file: page(`theirs ${n}`) })),
    );
    const own = await key.client.accepted({ file: page('own') });
    for (const job of theirs) await other.client.finished(job);
    await key.client.finished(own);
    const [line] = await operate(service, 'erase', '--key', other.keyId, '--yes');
    assert.deepEqual(line, { key_id: other.keyId, erased_jobs: 3, destroyed_peppers: 0 });
    for (const job of theirs) assert.equal((await other.client.poll(job)).status, 404);
    assert.equal((await key.client.poll(own)).status, 200);
    assert.ok(!(await kept()).some(name => name.includes(`/${other.keyId}.`)));
  });

  test('is each job of each key of an account, and an erasure that is begun again leaves out what is erased', async () => {
    const keys = await Promise.all([issueKey(service), issueKey(service)]);
    for (const { keyId } of keys) await operate(service, 'keys', 'change', keyId, '--account', 'acme');
    const jobs = await Promise.all(keys.map(({ client }) => client.accepted({ file: page('of acme') })));
    const own = await key.client.accepted({ file: page('of nobody') });
    for (const [at, { client }] of keys.entries()) await client.finished(jobs[at] ?? '');
    await key.client.finished(own);
    await operate(service, 'erase', jobs[0] ?? '', '--yes');
    const { stdout, stderr } = await finish(
      ['commands/erase.ts', '--account', 'acme', '--yes', '--json'],
      service.environment,
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { erased_jobs: number });
    assert.deepEqual(lines.map(line => line.erased_jobs).sort(), [0, 1]);
    assert.ok(lines.some(line => 'erased_before' in line && line.erased_before === 1));
    const told = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { progress: string });
    assert.deepEqual([...new Set(told.map(({ progress }) => progress))], ['events read', 'jobs erased']);
    for (const [at, { client }] of keys.entries())
      assert.equal((await client.poll(jobs[at] ?? '')).status, 404);
    assert.equal((await key.client.poll(own)).status, 200);
    const erasures = (await everyEvent(service)).filter(({ type }) => type === 'JobErased');
    for (const job of jobs)
      assert.equal(erasures.filter(event => 'job_id' in event && event.job_id === job).length, 1);
    await assert.rejects(
      operate(service, 'erase', '--account', 'nobody', '--yes'),
      /there is no account nobody/,
    );
  });
});
