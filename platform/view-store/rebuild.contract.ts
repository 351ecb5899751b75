/** What a step frees, and how a read model that was built beside the live one replaces it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { monthOf } from '../../core/quota/quota.ts';
import type { Event } from '../../schemas/events.ts';
import { BlobStoreUnavailable } from '../blob-store/blob-store.ts';
import type { RecordedEvent } from '../event-log/event-log.ts';
import { completed, erased, NOON, requested } from './contract-events.ts';
import type { ViewStore } from './view-store.ts';
import { applyInTurn, type ViewStoreUnderTest } from './view-store-under-test.ts';

export function rebuildContract(name: string, create: () => Promise<ViewStoreUnderTest>): void {
  describe(`what the view store on ${name} frees and builds anew`, { timeout: 60_000 }, () => {
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
    const positionAfter = ({ topic, partition, offset }: RecordedEvent) => ({
      topic,
      partition,
      next: offset + 1,
    });

    it('says what an erased job frees before it is erased there, and again where that was not done', async () => {
      const [jobId, keyId] = [randomUUID(), randomUUID()];
      await project(requested(jobId, keyId), completed(jobId, keyId));
      const [record] = await subject.record([erased(jobId, keyId, NOON)]);
      assert.ok(record);
      const freed: string[][] = [];
      const free = async (blobs: readonly string[]) => {
        freed.push(blobs.toSorted());
        assert.equal((await views.job(jobId))?.erased, undefined);
        if (freed.length === 1) throw new BlobStoreUnavailable('away');
      };
      await assert.rejects(views.apply([record], positionAfter(record), free), BlobStoreUnavailable);
      assert.equal((await views.job(jobId))?.erased, undefined);
      await views.apply([record], positionAfter(record), free);
      assert.equal((await views.job(jobId))?.erased, true);
      assert.equal(freed.length, 2);
      assert.deepEqual(freed[0], freed[1]);
      assert.ok(freed[0]?.includes(`request/${jobId}`));
    });

    it('builds a second read model beside the live one and switches to it', async () => {
      const jobId = randomUUID();
      const [record] = await subject.record([completed(jobId, 'rebuilt')]);
      assert.ok(record);
      const rebuild = await views.rebuild();
      await rebuild.store.apply([record], positionAfter(record));
      assert.equal(await views.job(jobId), undefined, 'the live one does not see it yet');
      await rebuild.promote();
      assert.equal((await views.job(jobId))?.status, 'completed');
    });

    it('switches to one that is behind only when it has drawn level: nobody sees the read model go back', async () => {
      const [jobId, keyId] = [randomUUID(), randomUUID()];
      const rebuild = await views.rebuild();
      await project(requested(jobId, keyId), completed(jobId, keyId));
      const used = await views.used(keyId, monthOf(NOON));
      await rebuild.promote();
      assert.equal((await views.job(jobId))?.status, 'completed');
      assert.equal(await views.used(keyId, monthOf(NOON)), used);
    });

    it('abandons a rebuild without a trace', async () => {
      const before = await views.snapshot();
      const rebuild = await views.rebuild();
      await rebuild.abandon();
      assert.equal(await views.snapshot(), before);
      await views.check();
    });
  });
}
