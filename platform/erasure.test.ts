import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../schemas/events.ts';
import { type ErasurePorts, eraseJobs } from './erasure.ts';
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
