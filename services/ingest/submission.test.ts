import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolveJob, type JobState } from '../../core/job/job.ts';
import { type BlobKey, BlobStoreUnavailable, type NewBlob } from '../../platform/blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import type { Entry } from '../../platform/journal/journal.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type Claim, type ClaimRequest, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { Watchers } from '../../platform/view-store/watchers.ts';
import type { Event, ExtractRequested } from '../../schemas/events.ts';
import { NoRoomNow } from './come-again.ts';
import { newJobId } from './job-id.ts';
import type { Parameters } from './parameters.ts';
import { Place } from './place.ts';
import { Refusal } from './refusal.ts';
import { type Submission, type SubmissionPorts, Submissions } from './submission.ts';
import type { Upload } from './upload.ts';

/** The shortest possible wait for an outcome: 1 ms and the grace of 500 ms. */
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

const FULL = new Refusal('quota_exceeded');

/** A log and a read model in memory. Nobody extracts. */
function world({
  claims = [] as Claim[],
  isDeaf = false,
  aheadMs = 0,
  /** How far this process's clock has been set forward since the request came, in ms. */
  setForwardMs = 0,
  isBacklogOld = false,
  /** What the store answers when a claim is released. */
  isFreed = true,
  holdsUpToBytes = 0,
  /** The port that never answers, neither with success nor with an error. */
  silent = null as 'log' | 'views' | 'blobs' | null,
} = {}) {
  const log: Event[] = [];
  const released: string[] = [];
  const givenBack: string[] = [];
  const recorded: NewBlob[] = [];
  const deleted: BlobKey[] = [];
  const doubted: string[] = [];
  const claimed: string[] = [];
  const watchers = new Watchers();
  let job: JobState | undefined;
  const append = (event: Event) => {
    log.push(event);
    job = evolveJob(job, event);
    if (!isDeaf && job !== undefined && job.status !== 'processing') watchers.changed(job);
  };
  let beforeAppend: (event: Event) => void = () => undefined;
  const ports = {
    settings: SETTINGS,
    clock: { now: () => Date.now() + aheadMs },
    telemetry: createTelemetry('silent'),
    log: { isBehind: async () => isBacklogOld, ends: async () => [] },
    journal: {
      record: async ({ events, blobs }: Entry) => {
        recorded.push(...blobs);
        if (silent === 'log') await new Promise(() => undefined);
        for (const event of events) {
          beforeAppend(event);
          append(event);
        }
      },
    },
    blobs: {
      read: async () => (silent === 'blobs' ? new Promise(() => undefined) : Buffer.from('{}')),
      delete: async (keys: readonly BlobKey[]) => void deleted.push(...keys),
    },
    holdsUpToBytes,
    views: {
      watch: (jobId: string) => watchers.watch(jobId),
      used: async () => 0,
      claim: async ({ jobId }: ClaimRequest) => {
        if (silent === 'views') await new Promise(() => undefined);
        claimed.push(jobId);
        return claims.shift() ?? { outcome: 'new', jobId };
      },
      doubt: async (jobId: string) => void doubted.push(jobId),
      giveBack: async (_keyId: string, place: string) => void givenBack.push(place),
      release: async (jobId: string) => {
        released.push(jobId);
        return isFreed;
      },
    },
  };
  const places: Place[] = [];
  const submissions = new Submissions(ports as unknown as SubmissionPorts);
  const submit = (
    idempotencyKey: string | null = null,
    asynchronous = false,
    sha256 = 'h',
    isFull = false,
    asked: Partial<Parameters & Pick<Upload, 'size' | 'bytes'>> = {},
  ) => {
    const { size = 4, bytes = Buffer.from('text'), ...also } = asked;
    const parameters = {
      url: null,
      asynchronous,
      webhookUrl: null,
      resultUrl: null,
      format: 'text',
      idempotencyKey,
      ...also,
    };
    const upload = { key: 'source/a', size, sha256, bytes };
    const place = new Place(ports.views, KEY.keyId, newJobId(KEY, Date.now()));
    if (!isFull) places.push(place);
    const submission = {
      key: KEY,
      place: isFull ? FULL : place,
      parameters,
      upload,
      at: Date.now() - setForwardMs,
      begunAt: performance.now(),
      traceparent: '',
      onRecorded: () => undefined,
    };
    return submissions.submit(submission as unknown as Submission);
  };
  const types = () => log.map(event => event.type);
  const meanwhile = (act: (event: Event) => void) => {
    beforeAppend = act;
  };
  const awaited = () => watchers.jobIds();
  /** Gives the places back, as their owner does for a request that failed. */
  const giveBack = async () => {
    for (const place of places) await place.giveBack();
  };
  return {
    log,
    append,
    submit,
    types,
    awaited,
    giveBack,
    released,
    givenBack,
    doubted,
    claimed,
    meanwhile,
    recorded,
    deleted,
  };
}

describe('a small document whose caller waits', () => {
  it('is held where that spares the store, under a name that says so, and let go with the end of its job', async () => {
    const { submit, log, recorded, deleted } = world({ holdsUpToBytes: 4 });
    await submit();
    assert.deepEqual(
      recorded.map(({ key, awaited, held }) => ({ key, awaited, held })),
      [{ key: 'source/a.held', awaited: true, held: true }],
    );
    assert.equal((log[0] as ExtractRequested).source_blob, 'source/a.held');
    assert.deepEqual(deleted, ['source/a.held']);
  });

  it('is stored at once where it is larger, a job, or known by an Idempotency-Key', async () => {
    for (const [ceiling, key, asynchronous] of [
      [3, null, false],
      [4, null, true],
      [4, 'again', false],
    ] as const) {
      const { submit, recorded, deleted } = world({ holdsUpToBytes: ceiling });
      await submit(key, asynchronous);
      assert.deepEqual(
        recorded.map(blob => [blob.key, blob.held]),
        [['source/a', false]],
      );
      assert.deepEqual(deleted, []);
    }
  });

  it('is stored at once where its end is told to somebody else as well, who hears of it whatever becomes of the caller', async () => {
    for (const asked of [
      { webhookUrl: 'https://receiver.example/' },
      { resultUrl: 'https://place.example/' },
    ]) {
      const { submit, recorded } = world({ holdsUpToBytes: 4 });
      await submit(null, false, 'h', false, asked);
      assert.deepEqual([recorded[0]?.key, recorded[0]?.held], ['source/a', false]);
    }
  });

  it('stays for its request where the log may have it all the same, until that is past its deadline', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { submit, meanwhile, deleted } = world({ holdsUpToBytes: 4 });
    meanwhile(() => {
      throw new LogUnavailable('no answer');
    });
    await assert.rejects(submit(), LogUnavailable);
    assert.deepEqual(deleted, []);
    t.mock.timers.tick(60_000);
    assert.deepEqual(deleted, ['source/a.held']);
  });
});

describe('a document', () => {
  it('becomes a job by itself where it is larger than the threshold, not where it is as large', async () => {
    const size = SETTINGS.ASYNC_THRESHOLD_BYTES;
    assert.equal((await world().submit(null, false, 'h', false, { size: size + 1 })).status, 202);
    assert.equal((await world().submit(null, false, 'h', false, { size })).status, 504);
  });
});

describe('a caller who has waited long enough', () => {
  it('is answered 504, and his job has ended with it: what comes later is not metered', async () => {
    const { submit, types } = world();
    assert.equal((await submit()).status, 504);
    assert.deepEqual(types(), ['ExtractRequested', 'ExtractFailed']);
  });

  it('is told to come again where nobody knows what became of his job: it may be metered', async () => {
    const { submit, types, giveBack, givenBack } = world({ isDeaf: true });
    await assert.rejects(submit(), ViewStoreUnavailable);
    assert.deepEqual(types(), ['ExtractRequested', 'ExtractFailed']);
    await giveBack();
    assert.deepEqual(givenBack, [], 'it has a place for as long as nobody knows');
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

describe('a caller who waits', () => {
  it('is told of the month that his document counts in, whatever the clock of its ingest says', async () => {
    const { submit, append, meanwhile } = world({ aheadMs: 300_000 });
    meanwhile(event => {
      if (event.type === 'ExtractRequested')
        setImmediate(() => append({ ...ExtractCompleted, job_id: event.job_id }));
    });
    const { used } = await submit();
    const aheadMs = (used?.at ?? 0) - Date.now();
    assert.ok(Math.abs(aheadMs - 300_000) < 60_000, `${aheadMs} ms`);
  });

  for (const silent of ['log', 'views', 'blobs'] as const)
    it(`has an answer within the budget and its grace, though ${silent} say nothing`, async () => {
      const { submit, append, giveBack, givenBack, meanwhile } = world({ silent });
      meanwhile(event => {
        if (event.type === 'ExtractRequested')
          setImmediate(() => append({ ...ExtractCompleted, job_id: event.job_id }));
      });
      const begun = performance.now();
      await assert.rejects(submit('once'), ViewStoreUnavailable);
      const tookMs = performance.now() - begun;
      assert.ok(tookMs < 4_000, `${tookMs} ms`);
      await giveBack();
      assert.deepEqual(givenBack, [], 'his document may still be recorded');
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

  it('has all of its time although the clock of its ingest is set forward while it arrives', async () => {
    const { submit, log } = world({ setForwardMs: 9_000 });
    const begun = Date.now();
    await submit();
    const [request] = log;
    assert.ok(request?.type === 'ExtractRequested');
    const patienceMs = request.deadline_at - begun;
    assert.ok(Math.abs(patienceMs - SETTINGS.SYNC_BUDGET_MS) < 1_000, `${patienceMs}`);
  });

  it('is claimed, so that GET knows it, before its event is in the log and its caller has the id', async () => {
    const { submit, claimed, released, giveBack, givenBack, meanwhile } = world();
    let before: string[] = [];
    meanwhile(() => {
      before = [...claimed];
    });
    assert.equal((await submit(null, true)).status, 202);
    assert.equal(before.length, 1);
    await giveBack();
    assert.deepEqual([released, givenBack], [[], []]);
  });

  it('that the log does not take may come to stand there: its Idempotency-Key is doubtful, not free', async () => {
    const { submit, claimed, doubted, released, giveBack, givenBack, meanwhile } = world();
    meanwhile(() => {
      throw new LogUnavailable('away');
    });
    await assert.rejects(submit('once', true), LogUnavailable);
    await giveBack();
    assert.deepEqual([doubted, released], [claimed, []]);
    assert.deepEqual(givenBack, [], 'nor is its place of the quota');
  });

  it('whose document cannot be stored leaves nothing behind: neither its claim nor its place of the quota', async () => {
    const { submit, log, released, givenBack, doubted, claimed, meanwhile } = world();
    meanwhile(() => {
      throw new BlobStoreUnavailable('away');
    });
    await assert.rejects(submit('once', true), BlobStoreUnavailable);
    assert.deepEqual([released, givenBack, doubted, log], [claimed, claimed, [], []]);
  });

  it('that repeats one in doubt and comes to nothing leaves that one its place of the quota', async () => {
    const { submit, released, giveBack, givenBack, claimed, meanwhile } = world({ isFreed: false });
    meanwhile(() => {
      throw new BlobStoreUnavailable('away');
    });
    await assert.rejects(submit('once', true), BlobStoreUnavailable);
    await giveBack();
    assert.deepEqual([released, givenBack], [claimed, []]);
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

describe('an Idempotency-Key', () => {
  const behind: Claim = { outcome: 'behind' };

  it('is not taken for a new one while the read model is behind the log: the caller is to come again', async () => {
    const { submit, types } = world({ claims: Array.from({ length: 20 }, () => behind) });
    await assert.rejects(submit('once'), ViewStoreUnavailable);
    assert.deepEqual(types(), []);
  });

  it('waits for a read model that is a moment behind', async () => {
    const { submit, types } = world({ claims: [behind, behind] });
    assert.equal((await submit('once', true)).status, 202);
    assert.deepEqual(types(), ['ExtractRequested']);
  });

  it('whose first request came to nothing is recorded under the same job', async () => {
    const { submit, log } = world({ claims: [{ outcome: 'new', jobId: 'first' }] });
    await submit('once', true);
    assert.equal(log[0] && 'job_id' in log[0] && log[0].job_id, 'first');
  });

  it('that was let in as a repeat starts nothing where it turns out to be none', async () => {
    const { submit, types } = world({ claims: [{ outcome: 'full' }, { outcome: 'full' }] });
    await assert.rejects(submit('once', true, 'h', true), FULL);
    assert.deepEqual(types(), []);
  });

  it('that is held already needs no second document: the one that was stored for the repeat goes', async () => {
    const held: Claim = { outcome: 'existing', jobId: 'first', fingerprint: 'f', job: undefined };
    for (const [bytes, gone] of [
      [null, ['source/a']],
      [Buffer.from('text'), []],
    ] as const) {
      const { submit, deleted } = world({ claims: [held] });
      await assert.rejects(submit('once', false, 'h', false, { bytes }), Refusal);
      assert.deepEqual(deleted, gone);
    }
  });

  it('whose first request has no end yet tells nobody that it timed out', async () => {
    const { submit, log } = world();
    await submit('once');
    const [first] = log;
    assert.ok(first?.type === 'ExtractRequested');
    const { fingerprint } = first;
    // A repeated request takes no place, so a full quota does not matter.
    for (const isFull of [false, true]) {
      const repeating = world({
        claims: [{ outcome: 'existing', jobId: 'first', fingerprint, job: undefined }],
      });
      await assert.rejects(repeating.submit('once', false, 'h', isFull), ViewStoreUnavailable);
      assert.deepEqual(repeating.types(), []);
      assert.deepEqual(repeating.awaited(), [], 'nor waits any longer');
    }
  });
});
