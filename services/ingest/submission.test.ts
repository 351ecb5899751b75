import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolveJob, type JobState } from '../../core/job/job.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import type { Entry } from '../../platform/journal/journal.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type ClaimRequest, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { Watchers } from '../../platform/view-store/watchers.ts';
import type { Event, ExtractRequested } from '../../schemas/events.ts';
import { NoRoomNow } from './come-again.ts';
import { type Submission, type SubmissionPorts, Submissions } from './submission.ts';

/** The shortest patience there is: the grace beyond it. */
const SETTINGS = readSettings({ SYNC_BUDGET_MS: '1' }, false);
const { ApiKeyIssued, ExtractCompleted } = EXAMPLE_EVENTS;
const KEY = {
  keyId: 'key',
  name: null,
  plan: 'free',
  secretSha256: ApiKeyIssued.secret_sha256,
  monthlyQuota: 500,
  rateLimitPerMinute: null,
  issuedAt: 0,
  revokedAt: null,
};

/** A log and a read model in memory, without anybody who extracts. */
function world({ caughtUp = true, aheadMs = 0, isBacklogOld = false } = {}) {
  const log: Event[] = [];
  const released: string[] = [];
  const claimed: string[] = [];
  const watchers = new Watchers();
  let job: JobState | undefined;
  const append = (event: Event) => {
    log.push(event);
    job = evolveJob(job, event);
    if (job !== undefined && job.status !== 'processing') watchers.changed(job);
  };
  let beforeAppend: (event: Event) => void = () => undefined;
  const ports = {
    settings: SETTINGS,
    clock: { now: () => Date.now() + aheadMs },
    telemetry: createTelemetry('silent'),
    log: { isBehind: async () => isBacklogOld },
    journal: {
      record: async ({ events }: Entry) => {
        for (const event of events) {
          beforeAppend(event);
          append(event);
        }
      },
    },
    blobs: { read: async () => Buffer.from('{}'), delete: async () => undefined },
    views: {
      watch: (jobId: string) => watchers.watch(jobId),
      used: async () => 0,
      claim: async ({ jobId }: ClaimRequest) => {
        claimed.push(jobId);
        return { outcome: 'new' };
      },
      caughtUp: async () => caughtUp,
      release: async (jobId: string) => void released.push(jobId),
    },
  };
  const submissions = new Submissions(ports as unknown as SubmissionPorts);
  const submit = (idempotencyKey: string | null = null, asynchronous = false, sha256 = 'h') => {
    const parameters = { url: null, asynchronous, webhookUrl: null, format: 'text', idempotencyKey };
    const upload = { key: 'source/a', size: 4, sha256, bytes: Buffer.from('text') };
    const submission = { key: KEY, parameters, upload, at: Date.now(), traceparent: '' };
    return submissions.submit(submission as unknown as Submission);
  };
  const types = () => log.map(event => event.type);
  const meanwhile = (act: (event: Event) => void) => {
    beforeAppend = act;
  };
  return { log, append, submit, types, released, claimed, meanwhile };
}

describe('a caller who has waited long enough', () => {
  it('is answered 504, and his job has ended with it: what comes later is not metered', async () => {
    const { submit, types } = world();
    assert.equal((await submit()).status, 504);
    assert.deepEqual(types(), ['ExtractRequested', 'ExtractFailed']);
  });

  it('has his document if its end came first after all', async () => {
    const { submit, append, meanwhile, types } = world();
    let request: ExtractRequested | undefined;
    meanwhile(event => {
      if (event.type === 'ExtractRequested') request = event;
      else append({ ...ExtractCompleted, job_id: request?.job_id ?? '' });
    });
    assert.equal((await submit()).status, 200);
    assert.deepEqual(types(), ['ExtractRequested', 'ExtractCompleted', 'ExtractFailed']);
  });
});

describe('a job', () => {
  it('carries its deadline by the clock that the extractors keep, not by that of its ingest', async () => {
    const { submit, log } = world({ aheadMs: 60_000 });
    const begun = Date.now();
    await submit();
    const [request] = log;
    assert.ok(request?.type === 'ExtractRequested');
    const patienceMs = request.deadline_at - 60_000 - begun;
    assert.ok(Math.abs(patienceMs - SETTINGS.SYNC_BUDGET_MS) < 1_000, `${patienceMs}`);
  });

  it('is claimed, so that GET knows it, before its event is in the log and its caller has the id', async () => {
    const { submit, claimed, released, meanwhile } = world();
    let before: string[] = [];
    meanwhile(() => {
      before = [...claimed];
    });
    assert.equal((await submit(null, true)).status, 202);
    assert.equal(before.length, 1);
    assert.deepEqual(released, []);
  });

  it('that the log does not take is not remembered: its Idempotency-Key is free for the next attempt', async () => {
    const { submit, claimed, released, meanwhile } = world();
    meanwhile(() => {
      throw new LogUnavailable('away');
    });
    await assert.rejects(submit('once', true), LogUnavailable);
    assert.deepEqual(released, claimed);
  });

  it('has the same id at each repeat of its Idempotency-Key, also where nobody remembers the first', async () => {
    const { submit, log } = world();
    for (let time = 0; time < 2; time++) await submit('once', true);
    const ids = log.map(event => 'job_id' in event && event.job_id);
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
  });
});

describe('jobs that wait for so long that the newest could not be promised its turn', () => {
  it('are joined by no more: the caller is told when to come again, and nothing of the request remains', async () => {
    const { submit, types, released, claimed } = world({ isBacklogOld: true });
    await assert.rejects(submit('once', true), (error: unknown) => {
      assert.ok(error instanceof NoRoomNow);
      return error.retryAfterSeconds > 0;
    });
    assert.deepEqual(types(), []);
    assert.deepEqual(released, claimed);
  });

  it('are nothing to callers who wait for their answer: those have a lane of their own', async () => {
    assert.equal((await world({ isBacklogOld: true }).submit()).status, 504);
  });
});

describe('an Idempotency-Key whose first request was answered 503, and stands in the log all the same', () => {
  for (const asynchronous of [false, true])
    it(`gives no other ${asynchronous ? 'job' : 'caller'} its answer`, async () => {
      const [first, another] = [world(), world()];
      await Promise.all([
        first.submit('once', asynchronous),
        another.submit('once', asynchronous, 'another'),
      ]);
      const ids = [first, another].map(
        ({ log: [request] }) => request && 'job_id' in request && request.job_id,
      );
      assert.notEqual(ids[0], ids[1]);
    });
});

describe('an Idempotency-Key while the read model is being read up', () => {
  it('is not taken for a new one: the caller is to come again', async () => {
    const { submit, types, released } = world({ caughtUp: false });
    await assert.rejects(submit('once'), ViewStoreUnavailable);
    assert.deepEqual(types(), []);
    assert.equal(released.length, 1);
  });

  it('holds up nobody who gives none', async () => {
    const { submit } = world({ caughtUp: false });
    assert.equal((await submit()).status, 504);
  });
});
