/** What every view store adapter guarantees for its entries, as tests; part of `viewStoreContract`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { attempted, completed, requested } from './contract-events.ts';
import { type Entries, SHOWN_VIEWS, type ShownView, SLICE_ENTRIES } from './entries.ts';
import type { ViewStore } from './view-store.ts';
import { applyInTurn, type ViewStoreUnderTest } from './view-store-under-test.ts';

export function entriesContract(name: string, create: () => Promise<ViewStoreUnderTest>): void {
  describe(`the entries of ${name}`, { timeout: 60_000 }, () => {
    let subject: ViewStoreUnderTest;
    let views: ViewStore;
    const jobs = Array.from({ length: SLICE_ENTRIES + 50 }, () => randomUUID());
    const [done = ''] = jobs;
    before(async () => {
      subject = await create();
      views = await subject.open();
      const events = jobs.map((jobId, at) => requested(jobId, `k${at % 3}`, { idempotency_key_hash: jobId }));
      for (let at = 0; at < events.length; at += 100)
        await applyInTurn(views, await subject.record(events.slice(at, at + 100)));
      await applyInTurn(views, await subject.record([completed(done, 'k0')]));
      // An attempt whose request is not known yet is shown to nobody.
      await applyInTurn(views, await subject.record([attempted(randomUUID(), 'k0', 1)]));
    });
    after(async () => {
      await views.close();
      await subject.destroy();
    });

    const all = async (model: Entries, view: ShownView) => {
      const found = new Map<string, string>();
      for await (const slice of model.entries(view))
        for (const each of slice) found.set(each.name, each.value);
      return found;
    };

    it('come in slices, and are all that is shown', async () => {
      const shown = await all(views, 'jobs');
      assert.deepEqual([...shown.keys()].sort(), [...jobs].sort());
      assert.equal(JSON.parse(shown.get(done) ?? '').status, 'completed');
      let slices = 0;
      for await (const slice of views.entries('jobs')) {
        slices++;
        assert.ok(slice.length < jobs.length);
      }
      assert.ok(slices > 1);
      assert.deepEqual([...(await all(views, 'quota')).values()], ['1']);
      assert.equal((await all(views, 'idempotency')).size, jobs.length);
      assert.equal((await all(views, 'in-flight')).size, 3);
    });

    it('are found by their names, as they came; nothing is found by another name', async () => {
      for (const view of SHOWN_VIEWS) {
        const shown = await all(views, view);
        const names = [...shown.keys()].slice(0, 20);
        assert.deepEqual(await views.values(view, [...names, 'nobody']), [
          ...names.map(each => shown.get(each)),
          undefined,
        ]);
      }
    });

    it('are the same in a model that is built beside it of the same events', async () => {
      const rebuild = await views.rebuild();
      const [job, other] = [randomUUID(), randomUUID()];
      const records = await subject.record([requested(job, 'k9'), requested(other, 'k9')]);
      await applyInTurn(views, records);
      await applyInTurn(rebuild.store, records);
      const built = await all(rebuild.store, 'jobs');
      assert.deepEqual([...built.keys()].sort(), [job, other].sort());
      const live = await views.values('jobs', [job, other]);
      assert.deepEqual(await rebuild.store.values('jobs', [job, other]), live);
      assert.deepEqual([built.get(job), built.get(other)], live);
      await rebuild.abandon();
    });
  });
}
