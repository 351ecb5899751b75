import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../schemas/events.ts';
import { type ErasurePorts, eraseJobs } from './erasure.ts';

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
