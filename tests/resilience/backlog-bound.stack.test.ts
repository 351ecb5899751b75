/**
 * New jobs are refused before the waiting ones have used up half of their life, so that the last one accepted has as
 * long to wait.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { backlogLimitMs } from '../../platform/retention.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { ROLES, type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const RETENTIONS = { JOB_RETENTION_SECONDS: 30, SOURCE_RETENTION_SECONDS: 60, SOURCE_REPLAY_SECONDS: 0 };
/** Inaccuracy of a record's timestamp: brokers use their own clock, in whole ms. */
const TICK_MS = 50;
const ACCEPT_PAUSE_MS = 200;

describe('a backlog in Kafka that grows old', { timeout: 240_000 }, () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService(
      Object.fromEntries(Object.entries(RETENTIONS).map(([name, value]) => [name, String(value)])),
    );
    key = await issueKey(service);
  });
  after(() => service.dispose());

  const extractor = () => service.processes[ROLES.indexOf('extractor')]!.child;
  const send = (text: string) => key.client.extract({ file: page(text), query: { async: 'true' } });

  test('is the end of intake at half of the life of a job, with Retry-After, until it is read', async () => {
    // Afterwards the group has a committed position.
    await key.client.finished(await key.client.accepted({ file: page('read at once') }), 60_000);
    extractor().kill('SIGSTOP');
    const sentAt = Date.now();
    const accepted = [await key.client.accepted({ file: page('waits 0') })];
    const refused = await until(
      'a refusal',
      async () => {
        const answer = await send(`waits ${accepted.length}`);
        if (answer.status !== 202) return answer;
        accepted.push(answer.body.job_id);
        // Accept only as many jobs as a busy machine can read before they expire.
        await sleep(ACCEPT_PAUSE_MS);
      },
      60_000,
    );
    const waitedMs = Date.now() - sentAt;
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '300'], refused.text);
    assert.equal(refused.body.job_id, undefined);
    const limitMs = backlogLimitMs(RETENTIONS);
    assert.equal(limitMs, 15_000);
    assert.ok(waitedMs > limitMs - TICK_MS, `refused after ${waitedMs} ms`);
    // No accepted job is given up because of it, and new ones are accepted again.
    extractor().kill('SIGCONT');
    const again = await until(
      'intake',
      async () => {
        const answer = await send('once more');
        return answer.status === 202 ? answer.body.job_id : undefined;
      },
      60_000,
    );
    for (const jobId of [...accepted.slice(-3), again])
      assert.equal((await key.client.finished(jobId, 60_000)).status, 200, jobId);
  });
});
