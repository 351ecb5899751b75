import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../schemas/events.ts';
import { type ErasurePorts, eraseJobs } from './erasure.ts';
import { EXAMPLE_EVENTS } from './event-log/codec-examples.ts';
import { LogUnavailable } from './event-log/event-log.ts';
import { ViewStoreUnavailable } from './view-store/view-store.ts';

test('erasures that nobody folds are in the log, and waited for only as long as the caller says', async () => {
  const appended: Event[] = [];
  const ports: ErasurePorts = {
    log: {
      append: async events => void appended.push(...events),
      async *read() {},
    },
    views: { job: async () => undefined },
  };
  const erasures = ['a', 'b'].map(jobId => ({ jobId, keyId: 'k', by: 'operator' as const }));
  const begunAt = performance.now();
  assert.equal(await eraseJobs(ports, erasures, 0), false);
  assert.ok(performance.now() - begunAt < 1_000);
  assert.deepEqual(
    appended.map(event => 'job_id' in event && event.job_id),
    ['a', 'b'],
  );
});

test('an erasure is done once the read model shows it, and one that was away meanwhile shows nothing', async () => {
  const looks = [{}, new ViewStoreUnavailable('away'), {}, { erased: true }];
  const ports = {
    log: { append: async () => undefined, async *read() {} },
    views: {
      job: async () => {
        const look = looks.shift();
        if (look instanceof Error) throw look;
        return look;
      },
    },
  } as unknown as ErasurePorts;
  assert.equal(await eraseJobs(ports, [{ jobId: 'a', keyId: 'k', by: 'caller' }]), true);
  assert.equal(looks.length, 0);
});

test('what was erased before is not erased again, and a mistake of ours is no outage', async () => {
  const append = () => assert.fail('it is in the log');
  const log = { append, async *read() {} } as unknown as ErasurePorts['log'];
  const views = { job: async () => ({ erased: true }) } as unknown as ErasurePorts['views'];
  const erasures = [{ jobId: 'a', keyId: 'k', by: 'caller' as const }];
  assert.equal(await eraseJobs({ log, views }, erasures), true);
  const looks = [async () => undefined, async () => assert.fail('a mistake')];
  const mistaken = { job: () => looks.shift()?.() } as unknown as ErasurePorts['views'];
  const written = { ...log, append: async () => undefined };
  await assert.rejects(eraseJobs({ log: written, views: mistaken }, erasures), /a mistake/);
});

test('an erasure names what is stored of its job, and a document that an earlier fold did not note by the log', async () => {
  const { ExtractRequested, ExtractDeferred } = EXAMPLE_EVENTS;
  const logged = [
    { ...ExtractRequested, job_id: 'old', source_blob: null },
    { ...ExtractDeferred, job_id: 'old', source_blob: 'source-of-old' },
    { ...ExtractRequested, job_id: 'another', source_blob: 'source-of-another' },
    { ...ExtractRequested, job_id: 'old', source_blob: null },
  ];
  const jobs: Record<string, object> = {
    new: { sourceBlob: 'source-of-new', resultBlob: 'result-of-new' },
    read: { sourceBlob: null, resultBlob: 'result-of-read' },
    old: {},
  };
  const appended: Event[] = [];
  const asked: unknown[] = [];
  const ports = {
    log: {
      append: async (events: Event[]) => void appended.push(...events),
      async *read(_topics: unknown, options: unknown) {
        asked.push(options);
        yield { records: logged.map(event => ({ event })) };
      },
    },
    views: { job: async (jobId: string) => (appended.length === 0 ? jobs[jobId] : { erased: true }) },
  } as unknown as ErasurePorts;
  const erasures = ['new', 'read', 'old', 'unknown'].map(jobId => ({
    jobId,
    keyId: 'k',
    by: 'operator' as const,
  }));
  assert.equal(await eraseJobs(ports, erasures), true);
  assert.deepEqual(
    appended.map(event => event.type === 'JobErased' && [event.job_id, event.source_blob, event.result_blob]),
    [
      ['new', 'source-of-new', 'result-of-new'],
      ['read', null, 'result-of-read'],
      ['old', 'source-of-old', null],
      ['unknown', null, null],
    ],
  );
  assert.deepEqual(asked, [{ partitionKey: 'old' }], 'a history is read for the one that needs it alone');
});

test('an erasure that the log does not take is none, and is waited for by nobody', async () => {
  const append = async () => {
    throw new LogUnavailable('away');
  };
  let looks = 0;
  const ports = {
    log: { append, async *read() {} },
    views: { job: async () => void looks++ },
  } as unknown as ErasurePorts;
  await assert.rejects(eraseJobs(ports, [{ jobId: 'a', keyId: 'k', by: 'caller' }]), LogUnavailable);
  assert.equal(looks, 1);
});
