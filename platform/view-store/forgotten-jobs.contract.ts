/** What every view store adapter guarantees for expired jobs and Idempotency-Keys, as tests; part of `viewStoreContract`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Event } from '../../schemas/events.ts';
import { attempted, completed, NOON, requested } from './contract-events.ts';
import type { ViewStore } from './view-store.ts';
import { applyInTurn, CONTRACT_POLICY, type ViewStoreUnderTest } from './view-store-under-test.ts';

export function forgottenJobsContract(name: string, create: () => Promise<ViewStoreUnderTest>): void {
  describe(`what has expired on ${name}`, { timeout: 60_000 }, () => {
    let subject: ViewStoreUnderTest;
    let views: ViewStore;
    before(async () => {
      subject = await create();
      views = await subject.open();
    });
    after(async () => {
      await views.close();
      await subject.destroy();
    });

    async function project(...events: Event[]): Promise<void> {
      await applyInTurn(views, await subject.record(events));
    }

    it('forgets finished jobs that have expired, and no others', async () => {
      const [old, recent, running, last] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
      await project(
        completed(old, 's', { at: 1_000 }),
        completed(last, 's', { at: 2_000 }),
        completed(recent, 's'),
        requested(running, 's', { at: 1_000 }),
      );
      while ((await views.sweep({ finishedBefore: 2_000, foldedAt: 0 }, 100)) > 0);
      assert.equal(await views.job(old), undefined);
      assert.ok(await views.job(last), 'it finished at the horizon, not before');
      assert.ok(await views.job(recent));
      assert.ok(await views.job(running));
    });

    it('does not bring back a forgotten job by a webhook event that comes late', async () => {
      const jobId = randomUUID();
      await project(requested(jobId, 'late', { at: 1_000 }), completed(jobId, 'late', { at: 1_000 }));
      while ((await views.sweep({ finishedBefore: 2_000, foldedAt: 0 }, 100)) > 0);
      const before = await views.snapshot();
      await project(attempted(jobId, 'late', 3_000));
      assert.equal(await views.job(jobId), undefined);
      assert.equal(await views.snapshot(), before);
      while ((await views.sweep({ finishedBefore: 4_000, foldedAt: 0 }, 100)) > 0);
      assert.equal(await views.used('late', '1970-01'), 1);
    });

    for (const isTold of [false, true])
      it(`meters a job once although its end comes again after it was forgotten${isTold ? ' and a webhook event too' : ''}`, async () => {
        const [jobId, keyId] = [randomUUID(), `again-${isTold}`];
        const end = { at: 1_000, duration_ms: 500 };
        await project(requested(jobId, keyId, { at: 400 }), completed(jobId, keyId, end));
        while ((await views.sweep({ finishedBefore: 2_000, foldedAt: 3_000 }, 100)) > 0);
        const before = await views.snapshot();
        if (isTold) await project(attempted(jobId, keyId, 3_500));
        await project(completed(jobId, keyId, { at: 4_000, duration_ms: 3_400 }));
        assert.equal(await views.used(keyId, '1970-01'), 1);
        assert.equal(await views.job(jobId), undefined);
        assert.equal(await views.snapshot(), before);
      });

    it('takes an end that it reads before its request for a first one, after jobs were forgotten as before', async () => {
      const [forgotten, jobId] = [randomUUID(), randomUUID()];
      await project(requested(forgotten, 'first', { at: 900 }), completed(forgotten, 'first', { at: 1_000 }));
      while ((await views.sweep({ finishedBefore: 2_000, foldedAt: 3_000 }, 100)) > 0);
      await project(completed(jobId, 'first', { at: 4_000, duration_ms: 900 }));
      assert.equal(await views.used('first', '1970-01'), 2);
      assert.equal((await views.job(jobId))?.status, 'completed');
    });

    it('does not forget a job whose webhook events it read up before its request', async () => {
      const jobId = randomUUID();
      await project(attempted(jobId, 'ahead', 1_000), requested(jobId, 'ahead', { at: 1_000 }));
      while ((await views.sweep({ finishedBefore: 2_000, foldedAt: 0 }, 100)) > 0);
      assert.equal((await views.job(jobId))?.status, 'processing');
    });

    it('forgets Idempotency-Keys that are long over, and no others', async () => {
      await project(
        requested(randomUUID(), 's', { at: 1_000, idempotency_key_hash: 'over' }),
        requested(randomUUID(), 's', { at: NOON, idempotency_key_hash: 'live' }),
      );
      const over = 1_000 + CONTRACT_POLICY.idempotencyMs;
      await views.sweep({ finishedBefore: over + 1, foldedAt: 0 }, 100);
      const remembered = (await views.snapshot()).split('\n').filter(line => /live_?until/i.test(line));
      const hashes = remembered.join('\n');
      assert.match(hashes, /live/);
      assert.doesNotMatch(hashes, /over/);
    });
  });
}
