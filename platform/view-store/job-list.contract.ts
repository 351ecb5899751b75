/** What every view store adapter guarantees for a key's own jobs and standing, as tests; part of `viewStoreContract`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Event } from '../../schemas/events.ts';
import { attempted, completed, erased, NOON, requested } from './contract-events.ts';
import type { JobPlace, JobsQuery, ViewStore } from './view-store.ts';
import { applyInTurn, type ViewStoreUnderTest } from './view-store-under-test.ts';

export function jobListContract(name: string, create: () => Promise<ViewStoreUnderTest>): void {
  describe(`the jobs of a key on ${name}`, { timeout: 60_000 }, () => {
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

    const list = async (keyId: string, query: Partial<JobsQuery> = {}) => {
      const whole = { keyId, from: 0, until: NOON * 2, after: null, most: 100, ...query };
      const { jobs, last } = await views.jobsOf(whole);
      return { ids: jobs.map(({ jobId }) => jobId), last };
    };

    it('are as far as was said last, which is no part of what is folded', async () => {
      const job = randomUUID();
      await project(requested(job, 'running'));
      const before = await views.snapshot();
      assert.equal(await views.progress(job), undefined);
      await views.noteProgress(job, { pagesDone: 12, pages: 240 });
      await views.noteProgress(job, { pagesDone: 3, pages: 240 });
      assert.deepEqual(await views.progress(job), { pagesDone: 3, pages: 240 });
      assert.equal(await views.progress(randomUUID()), undefined);
      assert.equal(await views.snapshot(), before);
    });

    it('are listed by their requests, newest first, and no other key sees them', async () => {
      const jobs = Array.from({ length: 5 }, () => randomUUID());
      await project(...jobs.map((job, at) => requested(job, 'mine', { at: NOON + at })));
      await project(requested(randomUUID(), 'mine-too'), requested(randomUUID(), 'min'));
      const newest = jobs.toReversed();
      assert.deepEqual(await list('mine'), { ids: newest, last: null });
      assert.deepEqual((await list('mine', { from: NOON + 1, until: NOON + 3 })).ids, newest.slice(2, 4));
      assert.deepEqual(await list('nobody'), { ids: [], last: null });
    });

    it('are read page by page, also where many came in one millisecond', async () => {
      const jobs = Array.from({ length: 7 }, () => randomUUID());
      await project(...jobs.map(job => requested(job, 'pages')));
      const seen: string[] = [];
      let after: JobPlace | null = null;
      for (let pages = 0; pages < 10; pages++) {
        const { ids, last } = await list('pages', { after, most: 3 });
        seen.push(...ids);
        after = last;
        if (last === null) break;
      }
      assert.equal(after, null);
      assert.deepEqual(seen, jobs.toSorted().toReversed());
    });

    it('stand where their request does, also when the outcome was read before it', async () => {
      const [early, late] = [randomUUID(), randomUUID()];
      await project(completed(early, 'turned', { at: NOON + 50 }));
      await project(requested(late, 'turned', { at: NOON + 20 }), requested(early, 'turned', { at: NOON }));
      assert.deepEqual((await list('turned')).ids, [late, early]);
    });

    it('are not listed while only their webhook events are known', async () => {
      const job = randomUUID();
      await project(attempted(job, 'hooks', NOON));
      assert.deepEqual((await list('hooks')).ids, []);
      await project(requested(job, 'hooks'));
      assert.deepEqual((await list('hooks')).ids, [job]);
    });

    it('say what their events said: the document, and each attempt to deliver the result', async () => {
      const job = randomUUID();
      const facts = { at: NOON + 10, started_at: NOON + 2, pages: 3, ocr: true, warnings: ['fonts'] };
      const first = attempted(job, 'facts', NOON + 11);
      await project(requested(job, 'facts', { webhook: true }), completed(job, 'facts', facts), first);
      const failed = { status: 500, reason: 'status' as const, duration_ms: 5, next_attempt_at: NOON + 99 };
      const { delivery_id, attempt } = first;
      const event = { event_id: randomUUID(), at: NOON + 16, job_id: job, key_id: 'facts' };
      await project({ type: 'WebhookFailed', ...event, delivery_id, attempt, ...failed });
      const state = (await views.jobsOf({ keyId: 'facts', from: 0, until: NOON * 2, after: null, most: 1 }))
        .jobs[0];
      assert.deepEqual(state, await views.job(job));
      assert.equal(state?.source, 'upload');
      assert.deepEqual(
        [state?.facts?.startedAt, state?.facts?.pages, state?.facts?.ocr],
        [NOON + 2, 3, true],
      );
      assert.deepEqual(state?.attempts, [
        { attempt: 1, startedAt: NOON + 11, endedAt: NOON + 16, status: 500, reason: 'status' },
      ]);
    });

    it('leave the list when they are forgotten', async () => {
      const [old, recent] = [randomUUID(), randomUUID()];
      await project(requested(old, 'swept', { at: 1_000 }), completed(old, 'swept', { at: 1_000 }));
      await project(requested(recent, 'swept'));
      while ((await views.sweep({ finishedBefore: 2_000, foldedAt: 0 }, 100)) > 0);
      assert.deepEqual(await list('swept', { most: 1 }), {
        ids: [recent],
        last: { requestedAt: NOON, jobId: recent },
      });
      assert.deepEqual((await list('swept')).ids, [recent]);
    });

    it('are told where their end is to come, the oldest first, until it does', async () => {
      const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
      const [ended, young, old, oldest] = ids;
      const long = NOON - 9_000_000;
      await project(requested(ended, 'open', { at: long }), requested(young, 'open'));
      await project(requested(old, 'open', { at: long + 1 }), requested(oldest, 'open', { at: long }));
      await project(completed(ended, 'open', { at: long + 5 }));
      // The end of this job is read before its request.
      const turned = randomUUID();
      await project(completed(turned, 'open', { at: long + 5 }), requested(turned, 'open', { at: long }));
      assert.deepEqual(await views.unfinished(NOON - 8_000_000, 100), [oldest, old]);
      assert.deepEqual(await views.unfinished(NOON - 8_000_000, 1), [oldest]);
      assert.deepEqual(await views.unfinished(long, 100), []);
      await project(completed(oldest, 'open', { at: NOON }), completed(old, 'open', { at: NOON }));
      assert.deepEqual(await views.unfinished(NOON - 8_000_000, 100), []);
    });

    it('are told where their webhook is owed, the oldest end first, until it is delivered or given up', async () => {
      const long = NOON - 9_000_000;
      const [none, delivered, givenUp, failing, owed, young] = Array.from({ length: 6 }, () => randomUUID());
      assert.ok(none && delivered && givenUp && failing && owed && young);
      const end = (id: string, at: number, webhook = true) => completed(id, 'owing', { at, webhook });
      await project(...[none, delivered, givenUp, failing, owed, young].map(id => requested(id, 'owing')));
      await project(
        end(none, long, false),
        end(delivered, long),
        end(givenUp, long + 1),
        end(failing, long + 3),
      );
      await project(end(owed, long + 2), end(young, NOON));
      const of = (id: string) => ({ ...attempted(id, 'owing', NOON), duration_ms: 1 });
      const failed = { type: 'WebhookFailed', status: 500, reason: 'status' } as const;
      await project(...[delivered, givenUp, failing].map(id => attempted(id, 'owing', NOON)));
      await project({ ...of(delivered), type: 'WebhookDelivered', status: 204 });
      await project({ ...of(givenUp), ...failed, next_attempt_at: null });
      await project({ ...of(failing), ...failed, next_attempt_at: NOON + 5 });
      assert.deepEqual(await views.undelivered(NOON - 8_000_000, 100), [owed, failing]);
      assert.deepEqual(await views.undelivered(NOON - 8_000_000, 1), [owed]);
      await project({ ...of(failing), type: 'WebhookDelivered', status: 204 });
      await project(erased(owed, 'owing', NOON));
      assert.deepEqual(await views.undelivered(NOON - 8_000_000, 100), []);
    });

    it('tells the standing of a key and takes nothing', async () => {
      subject.setClock(NOON);
      const standing = { at: NOON, rate: null, lockedUntil: null, inFlight: 0 };
      assert.deepEqual(await views.standing('standing'), standing);
      const ask = { keyId: 'standing', requestsPerWindow: 9, monthlyQuota: 9, reservation: randomUUID() };
      await views.admit(ask);
      await project(requested(randomUUID(), 'standing'));
      for (let count = 0; count < 3; count++) await views.recordAbuse('standing', NOON, randomUUID());
      assert.deepEqual(await views.standing('standing'), {
        at: NOON,
        rate: { count: 1, endsAt: NOON + 60_000 },
        lockedUntil: NOON + 5_000,
        inFlight: 1,
      });
      subject.setClock(NOON + 60_000);
      assert.equal((await views.standing('standing')).rate, null);
    });

    it('tells no window that was begun before the clock was set back', async () => {
      subject.setClock(NOON);
      const ask = { keyId: 'set-back', requestsPerWindow: 1, monthlyQuota: 9, reservation: randomUUID() };
      await views.admit(ask);
      const hourAgo = NOON - 3_600_000;
      subject.setClock(hourAgo);
      assert.deepEqual(await views.standing('set-back'), {
        at: hourAgo,
        rate: null,
        lockedUntil: null,
        inFlight: 0,
      });
    });

    it('are listed by a read model that was built again as by the live one', async () => {
      const jobs = Array.from({ length: 3 }, () => randomUUID());
      const records = await subject.record(
        jobs.map((job, at) => requested(job, 'rebuilt', { at: NOON + at })),
      );
      const rebuild = await views.rebuild();
      for (const record of records)
        await rebuild.store.apply([record], { ...record, next: record.offset + 1 });
      await rebuild.promote();
      assert.deepEqual((await list('rebuilt')).ids, jobs.toReversed());
    });
  });
}
