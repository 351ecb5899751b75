/** House rule 4: what GET answers while the read model is behind the log. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobState } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing } from '../../platform/blob-store/blob-store.ts';
import { LogUnavailable, type Position } from '../../platform/event-log/event-log.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { Topic } from '../../schemas/events.ts';
import { derivedJobId, newJobId } from './job-id.ts';
import { Polling, type PollingPorts } from './polling.ts';

const KEY: KeyState = {
  keyId: 'key',
  name: null,
  plan: 'free',
  secretSha256: 'ab'.repeat(32),
  monthlyQuota: 500,
  rateLimitPerMinute: null,
  issuedAt: 0,
  revokedAt: null,
};
const SETTINGS = readSettings({}, false);
const RETENTION_MS = SETTINGS.JOB_RETENTION_SECONDS * 1000;
const END = 7;

/** A read model at `position` of a log that ends at `END`. It holds no job unless `known` or `looks` gives one. */
function polling({
  position = END,
  caughtUp = true,
  hasGoneBack = false,
  isLogAway = false,
  looks = [] as JobState[][],
  positions = [] as number[],
  known = undefined as JobState | undefined,
} = {}) {
  let asked = 0;
  const at =
    (next: number) =>
    (topic: Topic): Position => ({ topic, partition: 0, next });
  const ports = {
    settings: SETTINGS,
    blobs: {},
    readModelAge: { hasGoneBack: async () => hasGoneBack },
    log: {
      ends: async (topics: Topic[]) => {
        asked++;
        if (isLogAway) throw new LogUnavailable('away');
        return topics.map(at(END));
      },
    },
    views: {
      job: async () => looks.shift()?.[0] ?? known,
      caughtUp: async () => caughtUp,
      positions: async () =>
        (['requests-bulk', 'requests-interactive'] as const).map(at(positions.shift() ?? position)),
    },
  };
  const polled = new Polling(ports as unknown as PollingPorts);
  const ask = async (id = newJobId(KEY, Date.now())) => (await polled.answer(id, KEY, Date.now())).body;
  return { ask, asked: () => asked };
}

const isProcessing = (body: object) => assert.equal((body as { status: string }).status, 'processing');
const isUnknown = (body: object) => assert.equal((body as { status: string }).status, 'error');

describe('a job while a read model that was lost is read up', () => {
  const job = { keyId: KEY.keyId, status: 'processing', finishedAt: null } as JobState;

  it('is not said to be processing: it may have ended before, and its caller have heard so', async () => {
    await assert.rejects(polling({ caughtUp: false }).ask(), ViewStoreUnavailable);
    await assert.rejects(polling({ caughtUp: false, known: job }).ask(), ViewStoreUnavailable);
    isProcessing(await polling({ known: job }).ask());
  });

  it('is not said to be processing by an older copy of it that nobody has read up yet', async () => {
    await assert.rejects(polling({ hasGoneBack: true, known: job }).ask(), ViewStoreUnavailable);
    await assert.rejects(polling({ hasGoneBack: true, position: END - 1 }).ask(), ViewStoreUnavailable);
  });

  it('is answered as soon as its end is known, and one that is nobody’s as ever', async () => {
    const failed = { ...job, status: 'failed', code: 'timeout', finishedAt: Date.now() } as JobState;
    const { error } = (await polling({ caughtUp: false, known: failed }).ask()) as {
      error: { code: string };
    };
    assert.equal(error.code, 'timeout');
    isUnknown(await polling({ caughtUp: false, known: { ...job, keyId: 'another' } }).ask());
  });
});

describe('a job of this service that the read model does not know', () => {
  it('is being processed while its projector is away, however long ago its claim ended', async () => {
    isProcessing(await polling({ position: END - 1 }).ask());
  });

  it('is being processed while nobody can ask the log', async () => {
    isProcessing(await polling({ isLogAway: true }).ask());
  });

  it('is none when everything in the log has been projected, or when its time is over', async () => {
    isUnknown(await polling().ask());
    const longestLifeMs = SETTINGS.IDEMPOTENCY_SECONDS * 1000 + 2 * RETENTION_MS;
    isUnknown(await polling({ position: 0 }).ask(newJobId(KEY, Date.now() - longestLifeMs - 1)));
  });

  it('is being processed for as long as it may live: it waited for an extractor, under an id as old as its window', async () => {
    const idempotencyMs = SETTINGS.IDEMPOTENCY_SECONDS * 1000;
    const repeatable = { idempotencyKeyHash: 'hash', fingerprint: 'print' };
    const id = derivedJobId(KEY, repeatable, Date.now() - 2 * RETENTION_MS + 60_000, idempotencyMs);
    isProcessing(await polling({ position: 0 }).ask(id));
  });

  it('is none as soon as a read model that is a moment behind has caught up: an expired job is not alive again meanwhile', async () => {
    isUnknown(await polling({ positions: [END - 1, END - 1] }).ask());
  });

  it('is found where the read model catches up between the two looks', async () => {
    const job = { keyId: KEY.keyId, status: 'failed', code: 'timeout', finishedAt: Date.now() } as JobState;
    const { error } = (await polling({ looks: [[], [job]] }).ask()) as { error: { code: string } };
    assert.equal(error.code, 'timeout');
    const running = { ...job, status: 'processing' } as JobState;
    isProcessing(await polling({ looks: [[], [running]] }).ask());
  });

  it('costs the log two questions, however many ask: none of them is told of a time before', async () => {
    const { ask, asked } = polling({ position: 0 });
    await Promise.all(Array.from({ length: 50 }, () => ask()));
    assert.ok(asked() <= 2, String(asked()));
  });
});

it('a result that its store has lost before its time is counted, and one whose job is about to expire is not', async () => {
  const telemetry = createTelemetry('silent');
  const answerTo = async (finishedAt: number) => {
    const job = { keyId: KEY.keyId, status: 'completed', resultBlob: 'result/1', finishedAt } as JobState;
    const ports = {
      settings: SETTINGS,
      telemetry,
      blobs: { read: () => Promise.reject(new BlobMissing()) },
      views: { job: async () => job },
    };
    const answer = await new Polling(ports as unknown as PollingPorts).answer(
      newJobId(KEY, Date.now()),
      KEY,
      Date.now(),
    );
    assert.equal(answer.status, 404);
    return /unreadable_blobs_total\{prefix="result"\} (\d+)/.exec(await telemetry.registry.metrics())?.[1];
  };
  assert.equal(await answerTo(Date.now() - RETENTION_MS + SETTINGS.JOB_TIMEOUT_MS / 2), '0');
  assert.equal(await answerTo(Date.now() - 1_000), '1');
});

it('an id that this service did not give to the caller is asked of nobody', async () => {
  const { ask, asked } = polling({ position: 0 });
  isUnknown(await ask('3b241101-e2bb-4255-8caf-4136c566a962'));
  isUnknown(await ask(newJobId({ ...KEY, secretSha256: 'cd'.repeat(32) }, Date.now())));
  isUnknown(await ask(newJobId({ ...KEY, keyId: 'another' }, Date.now())));
  assert.equal(asked(), 0);
});
