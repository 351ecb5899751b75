import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { evolveJob, type JobState } from '../../core/job/job.ts';
import { type BlobKey, BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { type ConsumeOptions, LogUnavailable } from '../../platform/event-log/event-log.ts';
import type { Entry } from '../../platform/journal/journal.ts';
import { Pepper } from '../../platform/peppers.ts';
import { proofInName } from '../../platform/result-blob.ts';
import { readSettings } from '../../platform/settings.ts';
import { type Clock, OWN_CLOCK } from '../../platform/shared-clock.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type Progress, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { Event, ExtractRequested } from '../../schemas/events.ts';
import { Extractor, type ExtractorPorts } from './extractor.ts';
import type { WorkerPool } from './worker/pool.ts';

const LARGE = Buffer.alloc(2_000);
const SETTINGS = readSettings({ ASYNC_THRESHOLD_BYTES: '1000', EXTRACT_WORKERS: '1' }, false);

/** A request with a URL for which a caller waits; the document turns out to be large. */
const waiting = (at: number): ExtractRequested => ({
  ...EXAMPLE_EVENTS.ExtractRequested,
  at,
  lane: 'interactive',
  asynchronous: false,
  source: 'url',
  source_blob: null,
  deadline_at: at + 30_000,
});

/** A job requested just now, for which nobody waits. */
const asJob = (): ExtractRequested => ({
  ...EXAMPLE_EVENTS.ExtractRequested,
  at: Date.now(),
  deadline_at: Date.now() + 60_000,
});

/** An uploaded document for which a caller waits until `deadlineAt`. */
const uploaded = (deadlineAt: number): ExtractRequested => ({
  ...EXAMPLE_EVENTS.ExtractRequested,
  at: Date.now(),
  lane: 'interactive',
  asynchronous: false,
  deadline_at: deadlineAt,
});

/** An extractor whose workers answer at once, with its log and read model in memory. */
function extractor(clock: Clock = OWN_CLOCK, settings = SETTINGS, storeTime = () => Date.now()) {
  const recorded: Event[] = [];
  const forgotten: string[] = [];
  const blobs = new Map<string, Uint8Array>();
  const consumers = new Map<string, ConsumeOptions>();
  let job: JobState | undefined;
  let isAway = false;
  let folded = 0;
  let isCaughtUp = true;
  const append = async (events: readonly Event[]) => {
    recorded.push(...events);
    for (const event of events) job = evolveJob(job, event);
  };
  let isLogAway = false;
  let isFull = false;
  const response = Buffer.from('{}');
  const answer = {
    kind: 'completed',
    contentType: 'text/html',
    chars: 1,
    pages: null,
    ocr: false,
    ocrCount: { pages: 0, confidence: null },
    warnings: [],
  };
  let outcome: object = { kind: 'answered', answer, response };
  let loaded: object = { kind: 'loaded', bytes: LARGE, sha256: async () => 'h' };
  const deadlines: number[] = [];
  const noted: [jobId: string, Progress][] = [];
  let largeAnswer: Buffer[] = [];
  const pool = {
    run: async (...given: Parameters<WorkerPool['run']>) => {
      const [, , deadline, , listeners] = given;
      deadlines.push(deadline);
      await listeners?.progress?.told(2, 9);
      if (largeAnswer.length === 0) return outcome;
      return listeners?.keep?.(Readable.from(largeAnswer)).then(
        () => ({ kind: 'answered', answer, response: Buffer.alloc(0) }),
        () => ({ kind: 'died' }),
      );
    },
  };
  const ports = {
    log: { append, consume: (options: ConsumeOptions) => consumers.set(options.group, options) },
    journal: {
      record: async ({ blobs: written, events, forgets = [] }: Entry) => {
        if (isLogAway) throw new LogUnavailable('away');
        forgotten.push(...forgets);
        for (const { key, bytes } of written) blobs.set(key, bytes);
        await append(events);
      },
    },
    views: {
      job: async () => {
        if (isAway) throw new ViewStoreUnavailable('the read model is away');
        return job;
      },
      positions: async () => [{ topic: 'requests-bulk', partition: 0, next: folded }],
      caughtUp: async () => isCaughtUp,
      now: async () => {
        if (isAway) throw new ViewStoreUnavailable('the read model is away');
        return storeTime();
      },
      noteProgress: async (jobId: string, progress: Progress) => void noted.push([jobId, progress]),
    },
    clock,
    loader: { load: async () => loaded },
    pools: { interactive: pool, bulk: pool },
    blobs: {
      write: async (key: string, pieces: AsyncIterable<Buffer>) => {
        const written = Buffer.concat(await Array.fromAsync(pieces));
        if (isFull) throw new BlobStoreUnavailable('full');
        blobs.set(key, written);
      },
      delete: async (keys: string[]) => {
        for (const key of keys) blobs.delete(key);
      },
    },
    peppers: { of: async (_keyId: string, id: string) => new Pepper(id, Buffer.from('secret')) },
    settings,
    telemetry: createTelemetry('silent'),
  };
  new Extractor(ports as unknown as ExtractorPorts).start();
  const deliver = async (lane: 'interactive' | 'bulk', event: Event) => {
    const place = { topic: `requests-${lane}` as const, partition: 0, offset: 0, traceparent: undefined };
    await consumers.get(`extractor-${lane}`)?.handle({ ...place, event }, new AbortController().signal);
  };
  const stop = () => {
    outcome = { kind: 'refused' };
  };
  const runOut = (of: 'deadline' | 'cpu' | 'memory') => {
    outcome = { kind: of };
  };
  const loseViews = () => {
    isAway = true;
  };
  const loseLog = () => {
    isLogAway = true;
  };
  const forget = () => {
    job = undefined;
  };
  const answerAtLength = (...pieces: string[]) => {
    largeAnswer = pieces.map(piece => Buffer.from(piece));
  };
  const loseDocument = () => {
    loaded = { kind: 'failed', code: 'extraction_failed', abusive: false, lost: 'source/1' };
  };
  const unreadable = async () =>
    /unreadable_blobs_total\{prefix="source"\} (\d+)/.exec(await ports.telemetry.registry.metrics())?.[1];
  const fill = () => {
    isFull = true;
  };
  /** How far the read model has folded the requests, and whether it has lost none of its state. */
  const fold = (next: number, whole: boolean) => {
    folded = next;
    isCaughtUp = whole;
  };
  const counted = async (name = 'extractions') => {
    const metrics = await ports.telemetry.registry.metrics();
    return metrics.match(new RegExp(`(?<=^textrail_${name}_total\\{\\w+=").*(?=")`, 'gm'));
  };
  return {
    recorded,
    forgotten,
    blobs,
    deadlines,
    noted,
    deliver,
    loseLog,
    stop,
    runOut,
    loseViews,
    forget,
    answerAtLength,
    loseDocument,
    unreadable,
    fill,
    fold,
    counted,
  };
}

describe('the extractor', () => {
  it('is not done with a document whose end could not be recorded: it comes again', async () => {
    const { deliver, loseLog } = extractor();
    loseLog();
    await assert.rejects(deliver('interactive', uploaded(Date.now() + 30_000)), LogUnavailable);
  });

  it('counts a document that the store has lost, and none that went with the end of its job', async () => {
    const { recorded, deliver, loseDocument, unreadable } = extractor();
    const request = { ...uploaded(Date.now() + 30_000), source_blob: 'source/1' };
    loseDocument();
    await deliver('interactive', request);
    await deliver('interactive', request);
    assert.deepEqual(
      recorded.map(event => event.type),
      ['ExtractFailed'],
    );
    assert.equal(await unreadable(), '1');
  });

  it('does not end a job that it has handed on when its request is delivered again after the deadline', async () => {
    const { recorded, deliver } = extractor();
    const request = waiting(Date.now());
    await deliver('interactive', request);
    await deliver('interactive', { ...request, deadline_at: Date.now() - 1 });
    assert.deepEqual(
      recorded.map(event => event.type),
      ['ExtractDeferred'],
    );
  });

  it('gives a document that it hands on the time of a job from then on, however far behind the clock of its ingest is', async () => {
    const { recorded, deliver } = extractor();
    const keptMs = SETTINGS.JOB_RETENTION_SECONDS * 1000;
    const handedOnAt = Date.now();
    await deliver('interactive', { ...waiting(handedOnAt + 30_000), at: handedOnAt - keptMs + 10_000 });
    const [event] = recorded;
    assert.ok(event?.type === 'ExtractDeferred');
    assert.ok(event.deadline_at >= handedOnAt + keptMs, `${event.deadline_at - handedOnAt} ms`);
  });

  it('works no longer for a caller than he waits, where the clock was set back by years since he asked', async () => {
    const { deadlines, deliver } = extractor();
    await deliver('interactive', uploaded(Date.now() + 10 * 366 * 86_400_000));
    assert.ok((deadlines[0] ?? Number.POSITIVE_INFINITY) <= performance.now() + SETTINGS.SYNC_BUDGET_MS);
  });

  it('tells the end of a job by the clock that admits by, so that no month has more than its quota', async () => {
    const lastMinute = Date.UTC(2026, 10, 30, 23, 59);
    const { recorded, deliver } = extractor({ now: () => lastMinute });
    await deliver('interactive', { ...uploaded(lastMinute + 30_000), at: lastMinute - 1_000 });
    const [event] = recorded;
    assert.ok(event?.type === 'ExtractCompleted');
    assert.equal(event.at, lastMinute);
    assert.ok(event.started_at <= event.at && event.started_at === event.at - event.duration_ms);
  });

  it('dates an end that counts as abuse by the store’s clock to the ms, or no lockout is told as long as it is', async () => {
    const storeTime = Date.UTC(2026, 10, 21);
    const { recorded, deliver, runOut } = extractor({ now: () => storeTime + 3 }, SETTINGS, () => storeTime);
    runOut('cpu');
    await deliver('interactive', { ...uploaded(storeTime + 30_000), at: storeTime - 1_000 });
    assert.deepEqual(
      recorded.map(({ type, at }) => [type, at]),
      [['ExtractFailed', storeTime]],
    );
  });

  it('leaves a document that it could not begin before it stopped to whoever comes next', async () => {
    const { recorded, deliver, stop } = extractor();
    stop();
    await assert.rejects(deliver('bulk', asJob()), /stopped/);
    assert.deepEqual(recorded, []);
  });

  it('ends a document that ran out of time as timeout, which is nobody’s abuse', async () => {
    const { recorded, deliver, runOut, counted } = extractor();
    runOut('deadline');
    await deliver('interactive', uploaded(Date.now() + 60_000));
    const [event] = recorded;
    assert.ok(event?.type === 'ExtractFailed');
    assert.deepEqual([event.code, event.abusive, event.bytes], ['timeout', false, LARGE.length]);
    assert.deepEqual(await counted(), ['timeout']);
  });

  it('ends a document that took more time on the processor than any of its size needs as abuse', async () => {
    const { recorded, deliver, runOut } = extractor();
    runOut('cpu');
    await deliver('interactive', uploaded(Date.now() + 60_000));
    const [event] = recorded;
    assert.ok(event?.type === 'ExtractFailed');
    assert.deepEqual([event.code, event.abusive, event.bytes], ['extraction_failed', true, LARGE.length]);
  });

  it('ends a document that took more memory than any of its size needs as abuse', async () => {
    for (const [WORKER_MEMORY_MB, abusive] of [
      [4096, true],
      [512, false],
    ] as const) {
      const { recorded, deliver, runOut } = extractor(OWN_CLOCK, { ...SETTINGS, WORKER_MEMORY_MB });
      runOut('memory');
      await deliver('interactive', uploaded(Date.now() + 60_000));
      const [event] = recorded;
      assert.ok(event?.type === 'ExtractFailed');
      assert.deepEqual(
        [event.code, event.abusive, event.bytes],
        ['extraction_failed', abusive, LARGE.length],
      );
    }
  });

  it('notes how far the document of a job is, and of nobody who waits', async () => {
    const waited = extractor();
    await waited.deliver('interactive', uploaded(Date.now() + 60_000));
    assert.deepEqual(waited.noted, []);
    const { noted, deliver } = extractor();
    await deliver('bulk', { ...asJob(), job_id: 'b', lane: 'bulk', asynchronous: true });
    assert.deepEqual(noted, [['b', { pagesDone: 2, pages: 9 }]]);
  });

  it('counts what ended well as completed', async () => {
    const { deliver, counted } = extractor();
    await deliver('interactive', uploaded(Date.now() + 60_000));
    assert.deepEqual(await counted(), ['completed']);
  });

  it('records no second outcome of a document that somebody waited for', async () => {
    const { recorded, deliver } = extractor();
    await deliver('interactive', uploaded(Date.now() + 60_000));
    await deliver('interactive', uploaded(Date.now() - 1));
    assert.deepEqual(
      recorded.map(event => event.type),
      ['ExtractCompleted'],
    );
  });

  it('reads a document that somebody waits for while the read model is away, and leaves jobs to later', async () => {
    const { recorded, deliver, loseViews } = extractor();
    loseViews();
    await deliver('interactive', uploaded(Date.now() + 60_000));
    await assert.rejects(deliver('bulk', uploaded(Date.now() + 60_000)), ViewStoreUnavailable);
    assert.deepEqual(
      recorded.map(event => event.type),
      ['ExtractCompleted'],
    );
  });

  it('never replaces the answer of an earlier extraction of the same job', async () => {
    const { recorded, blobs, deliver, forget } = extractor();
    const request = asJob();
    await deliver('bulk', request);
    forget();
    await deliver('bulk', request);
    const results = recorded.map(event =>
      event.type === 'ExtractCompleted' ? event.result_blob : event.type,
    );
    assert.equal(new Set(results).size, 2);
    assert.deepEqual([...blobs.keys()], results);
  });

  it('whose clock is 30 s ahead ends no document that has waited for a moment', async t => {
    const now = Date.now();
    t.mock.method(Date, 'now', () => now + 30_000);
    const { recorded, deadlines, deliver } = extractor({ now: () => now + 1_000 });
    await deliver('interactive', uploaded(now + 30_000));
    assert.deepEqual(
      recorded.map(event => event.type),
      ['ExtractCompleted'],
    );
    const [leftMs = 0] = deadlines.map(deadline => deadline - performance.now());
    assert.ok(leftMs > 20_000 && leftMs <= 29_000, `${leftMs} ms`);
  });

  it('begins no work that is done when its group reads the log again, having lost its positions', async () => {
    const { recorded, deadlines, deliver, counted } = extractor();
    const old = { ...uploaded(Date.now() - 60_000), at: Date.now() - 90_000 };
    await deliver('interactive', { ...old, deadline_at: Date.now() + 60_000 });
    await deliver('interactive', old);
    await deliver('interactive', { ...old, deadline_at: Date.now() + 60_000 });
    assert.deepEqual([recorded.length, deadlines.length], [1, 1]);
    assert.deepEqual(await counted('skipped_requests'), ['ended']);
  });

  it('changes nothing about a job that was forgotten: lost positions bring its request back', async () => {
    const { recorded, deliver, fold, forget, counted } = extractor();
    const agesAgo = Date.now() - 2 * SETTINGS.JOB_RETENTION_SECONDS * 1000;
    const request = { ...EXAMPLE_EVENTS.ExtractRequested, at: agesAgo, deadline_at: agesAgo + 30_000 };
    forget();
    // The state is unknown: the read model may be about to fold the request, or may have lost what it knew.
    fold(0, true);
    await assert.rejects(deliver('bulk', request), ViewStoreUnavailable);
    fold(1, false);
    await assert.rejects(deliver('bulk', request), ViewStoreUnavailable);
    fold(1, true);
    await deliver('bulk', request);
    assert.deepEqual([recorded, await counted('skipped_requests')], [[], ['forgotten']]);
  });
});

describe('a large answer', () => {
  it('is stored while it is made, and its event names, counts and signs what is stored', async () => {
    const { recorded, blobs, deliver, answerAtLength } = extractor();
    answerAtLength('{"a":', '1}');
    const pepper = new Pepper('p', Buffer.from('secret'));
    await deliver('interactive', { ...uploaded(Date.now() + 60_000), pepper: 'p' });
    const [event] = recorded;
    assert.ok(event?.type === 'ExtractCompleted');
    assert.equal(String(blobs.get(event.result_blob)), '{"a":1}');
    assert.match(event.result_blob, new RegExp(`^result/${event.key_id}\\.`));
    assert.deepEqual(
      [event.result_bytes, event.result_hmac],
      [7, pepper.hmac('result', hash('sha256', '{"a":1}'))],
    );
  });

  it('is proven by its name where it ends within 8 MiB; a larger one has its name before its text is known', async () => {
    const pepper = new Pepper('p', Buffer.from('secret'));
    const mebibyte = 'x'.repeat(1024 * 1024);
    for (const [pieces, end] of [
      [1, /\.p\.[0-9a-f]{32}$/],
      [2, /\.p\.[0-9a-f]{32}\.large$/],
      [8, /\.p\.[0-9a-f]{32}\.large$/],
      [9, /^result\/[^.]+\.[^.]+\.[^.]+$/],
    ] as const) {
      const { recorded, blobs, deliver, answerAtLength } = extractor();
      const answer = mebibyte.repeat(pieces);
      answerAtLength(...Array.from({ length: pieces }, () => mebibyte));
      await deliver('interactive', { ...uploaded(Date.now() + 60_000), pepper: 'p' });
      const [event] = recorded;
      assert.ok(event?.type === 'ExtractCompleted');
      assert.ok(Buffer.from(blobs.get(event.result_blob) ?? []).equals(Buffer.from(answer)), String(pieces));
      assert.match(event.result_blob, end);
      const hmac = pepper.hmac('result', hash('sha256', answer));
      assert.deepEqual([event.result_bytes, event.result_hmac], [answer.length, hmac]);
      assert.equal(
        proofInName(event.result_blob as BlobKey)?.code ?? null,
        pieces > 8 ? null : hmac.slice(0, 32),
      );
    }
  });

  it('does not stay where its job has ended otherwise', async () => {
    const { recorded, blobs, deliver, answerAtLength } = extractor();
    await deliver('interactive', uploaded(Date.now() + 60_000));
    answerAtLength('{}');
    const before = [...blobs.keys()];
    await deliver('interactive', uploaded(Date.now() + 60_000));
    assert.deepEqual([recorded.length, [...blobs.keys()]], [1, before]);
  });

  it('that the store does not take now is no failure of its document, which comes again', async () => {
    const { recorded, deliver, answerAtLength, fill } = extractor();
    answerAtLength('{}');
    fill();
    await assert.rejects(deliver('interactive', uploaded(Date.now() + 60_000)), BlobStoreUnavailable);
    assert.deepEqual(recorded, []);
  });
});

describe('a document', () => {
  const source = EXAMPLE_EVENTS.ExtractRequested.source_blob;

  it('goes with the end of its job, whether it was read or refused', async () => {
    for (const isRead of [true, false]) {
      const { forgotten, deliver, runOut } = extractor();
      if (!isRead) runOut('deadline');
      await deliver('interactive', uploaded(Date.now() + 60_000));
      assert.deepEqual(forgotten, [source]);
    }
  });

  it('goes when its request comes again and its job has ended: nobody may have deleted it then', async () => {
    for (const lane of ['interactive', 'bulk'] as const) {
      const { recorded, forgotten, deliver } = extractor();
      await deliver(lane, uploaded(Date.now() + 60_000));
      await deliver(lane, uploaded(Date.now() + 60_000));
      assert.equal(recorded.length, 1);
      assert.deepEqual(forgotten, [source, source]);
    }
  });

  it('stays while its end could not be recorded, and where it is kept to be extracted again', async () => {
    const { forgotten, deliver, loseLog } = extractor();
    loseLog();
    await assert.rejects(deliver('interactive', uploaded(Date.now() + 60_000)));
    assert.deepEqual(forgotten, []);
    const keeping = extractor(OWN_CLOCK, readSettings({ SOURCE_REPLAY_SECONDS: '60' }, false));
    await keeping.deliver('interactive', uploaded(Date.now() + 60_000));
    assert.deepEqual(keeping.forgotten, []);
  });
});
