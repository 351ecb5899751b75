/** What every view store adapter guarantees, as tests. Each adapter's own test file calls `viewStoreContract`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '../../schemas/events.ts';
import type { RecordedEvent } from '../event-log/event-log.ts';
import { abusiveFailure, attempted, claimOf, completed, NOON, requested, upTo } from './contract-events.ts';
import { entriesContract } from './entries.contract.ts';
import { foldVersionContract } from './fold-version.contract.ts';
import { forgottenJobsContract } from './forgotten-jobs.contract.ts';
import { jobListContract } from './job-list.contract.ts';
import { rebuildContract } from './rebuild.contract.ts';
import { CLAIM_LEASE_MS, type ClaimRequest, PLACE_LEASE_MS, type ViewStore } from './view-store.ts';
import { applyInTurn, CONTRACT_POLICY, type ViewStoreUnderTest } from './view-store-under-test.ts';

export function viewStoreContract(name: string, create: () => Promise<ViewStoreUnderTest>): void {
  jobListContract(name, create);
  forgottenJobsContract(name, create);
  foldVersionContract(name, create);
  entriesContract(name, create);
  rebuildContract(name, create);
  describe(`the view store on ${name}`, { timeout: 120_000 }, () => {
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

    async function project(...events: Event[]): Promise<RecordedEvent[]> {
      const records = await subject.record(events);
      await applyInTurn(views, records);
      return records;
    }

    const positionAfter = ({ topic, partition, offset }: RecordedEvent) => ({
      topic,
      partition,
      next: offset + 1,
    });
    const admission = (keyId: string, at: number, requestsPerWindow = 10) => {
      subject.setClock(at);
      return views.admit({ keyId, requestsPerWindow, monthlyQuota: 1_000, reservation: randomUUID() });
    };
    const claimAt = (at: number, claim: ClaimRequest) => {
      subject.setClock(at);
      return views.claim({ ...claim, at });
    };
    const holdsAt = (at: number, keyId: string) => {
      subject.setClock(at);
      return views.holds(keyId, 'h');
    };

    it('shows a job from its request to its end', async () => {
      const jobId = randomUUID();
      await project(requested(jobId, 'a'));
      assert.equal((await views.job(jobId))?.status, 'processing');
      await project(completed(jobId, 'a'));
      const job = await views.job(jobId);
      assert.equal(job?.status, 'completed');
      assert.equal(job?.resultBlob, `result/${jobId}`);
      assert.equal(job?.finishedAt, NOON + 10);
    });

    it('knows nothing of a job that never was', async () => {
      assert.equal(await views.job(randomUUID()), undefined);
    });

    it('takes an outcome that is projected before its request', async () => {
      const jobId = randomUUID();
      await project(completed(jobId, 'early'), requested(jobId, 'early'));
      const job = await views.job(jobId);
      assert.equal(job?.status, 'completed');
      assert.equal(job?.asynchronous, true);
      assert.equal(job?.fingerprint, 'f');
    });

    it('lets the first terminal event win and meters it once', async () => {
      const jobId = randomUUID();
      await project(requested(jobId, 'once'), completed(jobId, 'once'));
      await project(completed(jobId, 'once', { result_blob: 'result/other', at: NOON + 99 }));
      assert.equal((await views.job(jobId))?.resultBlob, `result/${jobId}`);
      assert.equal(await views.used('once', '2026-11'), 1);
    });

    it('meters a document in the UTC month of its completion', async () => {
      await project(completed(randomUUID(), 'months', { at: Date.UTC(2026, 11, 1) - 1 }));
      await project(completed(randomUUID(), 'months', { at: Date.UTC(2026, 11, 1) }));
      assert.equal(await views.used('months', '2026-11'), 1);
      assert.equal(await views.used('months', '2026-12'), 1);
    });

    it('tells the time by its own clock', async () => {
      subject.setClock(NOON);
      assert.equal(await views.now(), NOON);
    });

    it('tells the use of the month that its own clock is in', async () => {
      const borders = [
        [Date.UTC(2026, 11, 1), '2026-11', '2026-12'],
        [Date.UTC(2027, 0, 1), '2026-12', '2027-01'],
        [Date.UTC(2028, 2, 1), '2028-02', '2028-03'],
        [Date.UTC(2100, 2, 1), '2100-02', '2100-03'],
      ] as const;
      for (const [border, before, after] of borders) {
        const keyId = randomUUID();
        await project(completed(randomUUID(), keyId, { at: border - 1 }));
        await project(completed(randomUUID(), keyId, { at: border }));
        await project(completed(randomUUID(), keyId, { at: border }));
        assert.equal((await admission(keyId, border - 1)).used, 1, before);
        assert.equal((await admission(keyId, border)).used, 2, after);
      }
    });

    it('skips records below its position', async () => {
      const records = await project(completed(randomUUID(), 'repeat'));
      await applyInTurn(views, records);
      assert.equal(await views.used('repeat', '2026-11'), 1);
    });

    it('skips them in one step with new ones too, also when their jobs are long forgotten', async () => {
      const at = Date.UTC(2001, 0, 1);
      const [old] = await project(completed(randomUUID(), 'swept', { at }));
      assert.equal(await views.sweep({ finishedBefore: at + 1, foldedAt: 0 }, 10), 1);
      const [fresh] = await subject.record([completed(randomUUID(), 'swept', { at })]);
      assert.ok(old && fresh);
      await views.apply([old, fresh], positionAfter(fresh));
      assert.equal(await views.used('swept', '2001-01'), 2);
    });

    it('stores the position with what it projected', async () => {
      const [record] = await project(completed(randomUUID(), 'position'));
      assert.ok(record);
      const stored = (await views.positions()).find(({ topic }) => topic === record.topic);
      assert.equal(stored?.next, record.offset + 1);
    });

    it('lists keys as they were issued and revoked', async () => {
      const keyId = randomUUID();
      const issued = {
        event_id: randomUUID(),
        at: NOON,
        key_id: keyId,
        secret_sha256: 'ab',
        name: null,
        plan: 'free',
        account: null,
        pepper: null,
      };
      await project({ type: 'ApiKeyIssued', ...issued, monthly_quota: 500, rate_limit_per_minute: 7 });
      assert.equal((await views.key(keyId))?.rateLimitPerMinute, 7);
      await project({ type: 'ApiKeyRevoked', event_id: randomUUID(), at: NOON + 1, key_id: keyId });
      assert.equal((await views.key(keyId))?.revokedAt, NOON + 1);
      assert.ok((await views.keys()).some(key => key.keyId === keyId));
      assert.equal(await views.key('none'), undefined);
    });

    it('admits exactly the limit of 30 requests at once, and again in the next window', async () => {
      const keyId = randomUUID();
      const admissions = await Promise.all(Array.from({ length: 30 }, () => admission(keyId, NOON)));
      assert.equal(admissions.filter(({ rate }) => rate.admitted).length, 10);
      assert.ok(admissions.every(({ rate }) => rate.endsAt === NOON + 60_000 && rate.count <= 10));
      assert.equal((await admission(keyId, NOON + 59_999)).rate.admitted, false);
      assert.equal((await admission(keyId, NOON + 60_000)).rate.admitted, true);
    });

    it('begins a new window where the clock was set back, instead of one that lasts until it has caught up', async () => {
      const keyId = randomUUID();
      await Promise.all(Array.from({ length: 10 }, () => admission(keyId, NOON)));
      const hourAgo = NOON - 3_600_000;
      const { rate } = await admission(keyId, hourAgo);
      assert.deepEqual([rate.admitted, rate.count, rate.endsAt], [true, 1, hourAgo + 60_000]);
    });

    it('locks a key after a burst of abusive outcomes, and lets it go', async () => {
      const keyId = randomUUID();
      await views.recordAbuse(keyId, NOON, randomUUID());
      await views.recordAbuse(keyId, NOON + 1, randomUUID());
      assert.equal((await admission(keyId, NOON + 1)).lockedUntil, null);
      await views.recordAbuse(keyId, NOON + 2, randomUUID());
      assert.equal((await admission(keyId, NOON + 3)).lockedUntil, NOON + 5_002);
      assert.equal((await admission(keyId, NOON + 5_002)).lockedUntil, null);
    });

    it('counts each of those that are told at once', async () => {
      const keyId = randomUUID();
      await Promise.all(['one', 'two', 'three'].map(id => views.recordAbuse(keyId, NOON, id)));
      assert.equal((await admission(keyId, NOON + 1)).lockedUntil, NOON + 5_000);
    });

    it('forgets abusive outcomes that are older than the window', async () => {
      const keyId = randomUUID();
      for (const at of [NOON, NOON + 10_000, NOON + 20_000, NOON + 30_000])
        await views.recordAbuse(keyId, at, randomUUID());
      assert.equal((await admission(keyId, NOON + 30_001)).lockedUntil, null);
    });

    it('counts an abusive failure that it projects', async () => {
      const keyId = randomUUID();
      for (let count = 0; count < 3; count++) {
        await project(abusiveFailure(randomUUID(), keyId, NOON + count));
      }
      assert.equal((await admission(keyId, NOON + 3)).lockedUntil, NOON + 5_002);
    });

    it('counts an abusive failure once, however often its step is tried', async () => {
      const keyId = randomUUID();
      for (let tried = 0; tried < 3; tried++) await views.recordAbuse(keyId, NOON, 'one');
      assert.equal((await admission(keyId, NOON + 1)).lockedUntil, null);
    });

    it('counts each of those of one millisecond', async () => {
      const keyId = randomUUID();
      for (const id of ['one', 'two', 'three']) await views.recordAbuse(keyId, NOON, id);
      assert.equal((await admission(keyId, NOON + 1)).lockedUntil, NOON + 5_000);
    });

    it('never counts a success, not even that of a mail with an abusive attachment', async () => {
      const keyId = randomUUID();
      const warnings = ['attachment-not-read', 'attachment-abuse'];
      for (const at of [NOON, NOON + 1, NOON + 2])
        await project(completed(randomUUID(), keyId, { at, warnings }));
      assert.equal((await admission(keyId, NOON + 3)).lockedUntil, null);
    });

    it('has counted an abusive failure when it wakes who waits for the job', async () => {
      const [keyId, jobId] = [randomUUID(), randomUUID()];
      for (const at of [NOON, NOON + 1]) await views.recordAbuse(keyId, at, randomUUID());
      const watch = views.watch(jobId);
      const locked = watch.settled.then(() => admission(keyId, NOON + 3));
      await project(abusiveFailure(jobId, keyId, NOON + 2));
      assert.equal((await locked).lockedUntil, NOON + 5_002);
    });

    it('gives an Idempotency-Key to one of twenty claims at once', async () => {
      const claims = await Promise.all(Array.from({ length: 20 }, () => views.claim(claimOf('twenty', 'h'))));
      assert.equal(claims.filter(claim => claim.outcome === 'new').length, 1);
      const ids = new Set(claims.flatMap(claim => (claim.outcome === 'existing' ? [claim.jobId] : [])));
      assert.equal(ids.size, 1);
    });

    it('keeps the keys of different holders apart', async () => {
      assert.equal((await views.claim(claimOf('one', 'same'))).outcome, 'new');
      assert.equal((await views.claim(claimOf('two', 'same'))).outcome, 'new');
    });

    it('remembers the fingerprint of the request that holds a key', async () => {
      await views.claim(claimOf('print', 'h', 'first'));
      const claim = await views.claim(claimOf('print', 'h', 'second'));
      assert.equal(claim.outcome === 'existing' && claim.fingerprint, 'first');
    });

    it('frees a key whose request was refused', async () => {
      const refused = claimOf('free', 'h');
      await views.claim(refused);
      assert.equal(await views.release(refused.jobId), true);
      assert.equal((await views.claim(claimOf('free', 'h'))).outcome, 'new');
      assert.equal(await views.job(refused.jobId), undefined);
    });

    it('shows a claimed job to GET before its event is projected, and confirms it by the event', async () => {
      const claim = claimOf('confirm', 'h');
      await views.claim(claim);
      assert.equal((await views.job(claim.jobId))?.status, 'processing');
      assert.equal((await views.job(claim.jobId))?.keyId, 'confirm');
      await project(requested(claim.jobId, 'confirm', { idempotency_key_hash: 'h' }));
      const again = await views.claim(claimOf('confirm', 'h'));
      assert.equal(again.outcome === 'existing' && again.jobId, claim.jobId);
      assert.equal(again.outcome === 'existing' && again.job?.jobId, claim.jobId);
    });

    it('tells whether a live request holds an Idempotency-Key, and takes nothing', async () => {
      assert.equal(await holdsAt(NOON, 'holds'), false);
      const claim = claimOf('holds', 'h');
      assert.equal((await views.claim(claim)).outcome, 'new', 'asking did not take it');
      assert.equal(await holdsAt(NOON + 59_999, 'holds'), true, 'claimed');
      await project(requested(claim.jobId, 'holds', { idempotency_key_hash: 'h' }));
      assert.equal(await holdsAt(NOON + CONTRACT_POLICY.idempotencyMs - 1, 'holds'), true, 'confirmed');
      assert.equal(await holdsAt(NOON + CONTRACT_POLICY.idempotencyMs + 1, 'holds'), false, 'no longer live');
      assert.equal(await holdsAt(NOON, 'others'), false);
    });

    it('gives a key that is no longer live to the next request', async () => {
      const jobId = randomUUID();
      const request = requested(jobId, 'live', { idempotency_key_hash: 'h' });
      await project(request, completed(jobId, 'live'));
      assert.equal(
        (await claimAt(NOON + CONTRACT_POLICY.idempotencyMs - 1, claimOf('live', 'h'))).outcome,
        'existing',
      );
      const next = claimOf('live', 'h');
      assert.deepEqual(await claimAt(NOON + CONTRACT_POLICY.idempotencyMs + 1, next), {
        outcome: 'new',
        jobId: next.jobId,
      });
    });

    it('tells by the time at which a request came whether its key was live, however late its claim comes', async () => {
      const jobId = randomUUID();
      await project(requested(jobId, 'late', { idempotency_key_hash: 'h' }), completed(jobId, 'late'));
      const liveUntil = NOON + CONTRACT_POLICY.idempotencyMs;
      subject.setClock(liveUntil + 1_000);
      const late = await views.claim(claimOf('late', 'h', 'f', liveUntil - 1));
      assert.equal(late.outcome === 'existing' && late.jobId, jobId);
      assert.equal((await views.claim(claimOf('late', 'h', 'f', liveUntil))).outcome, 'new');
    });

    it('gives the same request no second job while the first has not ended, however long ago it came', async () => {
      const jobId = randomUUID();
      await project(requested(jobId, 'slow', { idempotency_key_hash: 'h' }));
      const again = await claimAt(NOON + CONTRACT_POLICY.idempotencyMs + 1, claimOf('slow', 'h'));
      assert.equal(again.outcome === 'existing' && again.jobId, jobId);
      assert.equal(
        (await claimAt(NOON + CONTRACT_POLICY.idempotencyMs + 1, claimOf('slow', 'h', 'another'))).outcome,
        'new',
      );
    });

    it('lets another request have a key whose claim came to nothing, when its lease is over', async () => {
      await claimAt(NOON, claimOf('dead', 'h'));
      assert.equal((await claimAt(NOON + CLAIM_LEASE_MS - 1, claimOf('dead', 'h', 'g'))).outcome, 'existing');
      const other = claimOf('dead', 'h', 'g');
      const claim = await claimAt(NOON + CLAIM_LEASE_MS, other);
      assert.deepEqual(claim, { outcome: 'new', jobId: other.jobId }, 'a job of its own');
    });

    it('gives the same request the id of its earlier claim that came to nothing, so that it stays one job', async () => {
      const first = claimOf('over', 'h');
      await claimAt(NOON, first);
      const again = await claimAt(NOON + CLAIM_LEASE_MS, claimOf('over', 'h'));
      assert.deepEqual(again, { outcome: 'new', jobId: first.jobId });
      assert.equal((await views.job(first.jobId))?.jobId, first.jobId);
    });

    it('lets only the same request go on at once where nobody knows whether the first was recorded', async () => {
      const first = claimOf('doubt', 'h');
      await claimAt(NOON, first);
      await views.doubt(first.jobId);
      assert.equal((await claimAt(NOON + 1, claimOf('doubt', 'h', 'g'))).outcome, 'existing');
      assert.deepEqual(await claimAt(NOON + 2, claimOf('doubt', 'h')), {
        outcome: 'new',
        jobId: first.jobId,
      });
    });

    it('keeps a key for a request in doubt though its repeat is refused: what is in doubt may still come', async () => {
      const first = claimOf('doubted', 'h');
      await claimAt(NOON, first);
      await views.doubt(first.jobId);
      for (const at of [NOON + 1, NOON + 3]) {
        const repeat = await claimAt(at, claimOf('doubted', 'h'));
        assert.deepEqual(repeat, { outcome: 'new', jobId: first.jobId });
        assert.equal(await views.release(first.jobId), false, 'nothing is free');
        assert.equal((await claimAt(at + 1, claimOf('doubted', 'h', 'g'))).outcome, 'existing');
      }
      const other = claimOf('doubted', 'h', 'g');
      const late = await claimAt(NOON + 3 + CLAIM_LEASE_MS, other);
      assert.deepEqual(late, { outcome: 'new', jobId: other.jobId }, 'by then it would have come');
    });

    it('gives no key away while it is behind the log: whose it is may stand there', async () => {
      const [record] = await project(requested(randomUUID(), 'behind', { idempotency_key_hash: 'h' }));
      assert.ok(record);
      const beyond = { ...positionAfter(record), next: record.offset + 2 };
      const claim = claimOf('behind', 'another');
      assert.equal((await claimAt(NOON, upTo(claim, beyond))).outcome, 'behind');
      assert.equal(await views.job(claim.jobId), undefined, 'nothing was taken');
      assert.equal((await claimAt(NOON, upTo(claim, positionAfter(record)))).outcome, 'new');
      const known = await claimAt(NOON, upTo(claimOf('behind', 'h'), beyond));
      assert.equal(known.outcome, 'existing', 'what is known is known');
    });

    it('reserves a place of the quota for each request at once, and none beyond it', async () => {
      const [keyId, at] = [randomUUID(), Date.UTC(2040, 0, 1)];
      assert.ok(await views.markCaughtUp([]));
      const ask = (reservation: string, now = at) => {
        subject.setClock(now);
        return views.admit({ keyId, requestsPerWindow: 1_000, monthlyQuota: 5, reservation });
      };
      const jobs = Array.from({ length: 60 }, () => randomUUID());
      const admissions = await Promise.all(jobs.map(job => ask(job)));
      const placed = jobs.filter((_, index) => admissions[index]?.hasPlace);
      assert.equal(placed.length, 5);
      assert.ok(admissions.every(({ used, isWhole }) => used === 0 && isWhole));
      const [first, second, third, fourth, fifth] = placed as [string, string, string, string, string];
      await project(...placed.map(job => requested(job, keyId, { at })));
      assert.equal(
        (await ask(randomUUID(), at + PLACE_LEASE_MS)).hasPlace,
        false,
        'jobs hold theirs for ever',
      );
      await project(completed(first, keyId, { at }), {
        ...abusiveFailure(second, keyId, at),
        abusive: false,
      });
      const next = randomUUID();
      assert.equal((await ask(next)).hasPlace, true, 'a failure gives its place back');
      assert.equal((await ask(randomUUID())).hasPlace, false);
      await views.giveBack(keyId, next);
      const lost = randomUUID();
      assert.equal((await ask(lost)).hasPlace, true, 'so does a refusal');
      assert.equal((await ask(randomUUID(), at + PLACE_LEASE_MS)).hasPlace, true, 'and a crash, in time');
      await project(...[third, fourth, fifth].map(job => completed(job, keyId, { at })));
      assert.equal(await views.used(keyId, '2040-01'), 4);
    });

    it('moves the place of a request to the job that its claim gives it', async () => {
      const [keyId, reservation] = [randomUUID(), randomUUID()];
      assert.ok(await views.markCaughtUp([]));
      const ask = (id: string) => {
        subject.setClock(NOON);
        return views.admit({ keyId, requestsPerWindow: 1_000, monthlyQuota: 1, reservation: id });
      };
      assert.equal((await ask(reservation)).hasPlace, true);
      const claim = claimOf(keyId, 'h');
      await claimAt(NOON, { ...claim, reservation });
      assert.equal((await ask(randomUUID())).hasPlace, false);
      const repeat = { ...claimOf(keyId, 'h'), reservation: null };
      const late = NOON + CLAIM_LEASE_MS;
      assert.equal((await claimAt(late, repeat)).outcome, 'new', 'it has the place of its first claim');
      const other = { ...claimOf(keyId, 'other'), reservation: null };
      assert.equal((await claimAt(late, other)).outcome, 'full');
      assert.equal(await views.holds(keyId, 'other'), false);
      await views.giveBack(keyId, claim.jobId);
      assert.equal((await ask(randomUUID())).hasPlace, true);
    });

    it('wakes who waits for a job when it ends, and at once if it has', async () => {
      const jobId = randomUUID();
      const watch = views.watch(jobId);
      await project(requested(jobId, 'w', { asynchronous: false }));
      const state = await Promise.race([watch.settled, sleep(50)]);
      assert.equal(state, undefined, 'a running job does not wake');
      await project(completed(jobId, 'w'));
      assert.equal((await watch.settled).status, 'completed');
      const late = views.watch(jobId);
      assert.equal((await late.settled).status, 'completed');
      late.cancel();
    });

    it('wakes who waits for a job that moves to the job path', async () => {
      const jobId = randomUUID();
      const watch = views.watch(jobId);
      const deferred = {
        event_id: randomUUID(),
        at: NOON,
        job_id: jobId,
        key_id: 'w',
        format: 'text' as const,
      };
      const hashes = { sha256: 'x', source_hmac: null, pepper: null };
      const rest = { source_blob: 's', bytes: 1, ...hashes, request_blob: null, webhook: false };
      await project({ type: 'ExtractDeferred', ...deferred, ...rest, requested_at: NOON, deadline_at: NOON });
      assert.equal((await watch.settled).asynchronous, true);
    });

    it('keeps the attempts that it reads up before their job', async () => {
      const jobId = randomUUID();
      await project(attempted(jobId, 'ahead', NOON), completed(jobId, 'ahead', { webhook: true }));
      assert.equal((await views.job(jobId))?.webhookAttempts, 1);
      await project(requested(jobId, 'ahead', { webhook: true }));
      const job = await views.job(jobId);
      assert.deepEqual([job?.status, job?.webhookAttempts, job?.requestedAt], ['completed', 1, NOON]);
    });
  });
}
