/** What every view store adapter guarantees for the fold version that it is stamped with; part of `viewStoreContract`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { FOLD_VERSION } from '../../core/fold-version.ts';
import type { RecordedEvent } from '../event-log/event-log.ts';
import { requested } from './contract-events.ts';
import type { ViewStore } from './view-store.ts';
import { applyInTurn, type ViewStoreUnderTest } from './view-store-under-test.ts';

export function foldVersionContract(name: string, create: () => Promise<ViewStoreUnderTest>): void {
  describe(`the version of the fold on ${name}`, { timeout: 60_000 }, () => {
    let subject: ViewStoreUnderTest;
    let views: ViewStore;
    const records: RecordedEvent[] = [];
    before(async () => {
      subject = await create();
      views = await subject.open();
    });
    after(async () => {
      await views.close();
      await subject.destroy();
    });

    const more = async (by: ViewStore) => {
      const fresh = await subject.record([requested(randomUUID(), 'k')]);
      records.push(...fresh);
      await applyInTurn(by, fresh);
    };

    it('is unknown of an empty store, and its own build’s of one that it has folded', async () => {
      assert.equal(await views.foldVersion(), undefined);
      await more(views);
      assert.equal(await views.foldVersion(), FOLD_VERSION);
    });

    it('is the lowest of those that have folded any of it', async () => {
      const [next, former] = [await subject.open(FOLD_VERSION + 1), await subject.open(FOLD_VERSION - 1)];
      try {
        await more(next);
        assert.equal(await next.foldVersion(), FOLD_VERSION);
        await more(former);
        assert.equal(await views.foldVersion(), FOLD_VERSION - 1);
        await more(next);
        assert.equal(await views.foldVersion(), FOLD_VERSION - 1);
      } finally {
        await Promise.all([next.close(), former.close()]);
      }
    });

    it('is that of the build which has built it anew', async () => {
      const rebuild = await views.rebuild();
      await applyInTurn(rebuild.store, records);
      await rebuild.promote();
      assert.equal(await views.foldVersion(), FOLD_VERSION);
    });
  });
}
