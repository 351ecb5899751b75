import assert from 'node:assert/strict';
import { describe, it, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { BlobStore } from './blob-store/blob-store.ts';
import type { Settings } from './settings.ts';
import { Sweeper } from './sweeper.ts';
import { createTelemetry } from './telemetry.ts';
import type { ViewStore } from './view-store/view-store.ts';

const DAY_SECONDS = 86_400;
const SETTINGS = {
  JOB_RETENTION_SECONDS: 7 * DAY_SECONDS,
  SOURCE_RETENTION_SECONDS: DAY_SECONDS,
  SOURCE_REPLAY_SECONDS: 0,
} as Settings;
const NOW = Date.UTC(2026, 10, 21);

/** Sweeps once over blobs of all prefixes and ages; returns what was deleted. */
async function swept(
  settings: Partial<Settings>,
  isBehind: (group: string, before: number) => boolean,
  ageSeconds: readonly number[],
): Promise<string[]> {
  const deleted: string[] = [];
  const blobs = {
    async *list(prefix: string) {
      for (const age of ageSeconds)
        yield { key: `${prefix}/${age / DAY_SECONDS}d`, bytes: 1, writtenAt: NOW - age * 1000 };
    },
    delete: async (keys: string[]) => void deleted.push(...keys),
  } as unknown as BlobStore;
  const views = { caughtUp: async () => false } as unknown as ViewStore;
  const log = {
    isBehind: async (group: string, _topics: unknown, before: number) => isBehind(group, before),
    ends: async () => [],
  };
  const telemetry = createTelemetry('silent');
  const storedBytes = { publish: async () => undefined };
  const all = { ...SETTINGS, ...settings };
  const sweeper = new Sweeper({ blobs, views, log, storedBytes, telemetry, settings: all });
  await sweeper.sweep(NOW);
  await sweeper.stop();
  return deleted;
}

describe('the sweeper', () => {
  const ages = [0.5, 1.5, 6, 6.9, 7.1, 8.1].map(days => days * DAY_SECONDS);

  it('deletes a document a day after its upload, and keeps the result for as long as GET answers it', async () => {
    const deleted = await swept({}, () => false, ages);
    assert.deepEqual(deleted, [
      ...['1.5d', '6d', '6.9d', '7.1d', '8.1d'].map(age => `source/${age}`),
      'request/8.1d',
      ...['7.1d', '8.1d'].map(age => `result/${age}`),
      ...ages.map(seconds => `page/${seconds / DAY_SECONDS}d`),
    ]);
  });

  it('keeps every document and address that a request in the log still waits for, however old they are', async () => {
    const asked: [string, number][] = [];
    const deleted = await swept({}, (group, before) => asked.push([group, before]) > 0, ages);
    const kept = (key: string) => /^(source|request)\//.test(key);
    assert.deepEqual(deleted.filter(kept), []);
    assert.deepEqual(
      asked.slice(0, 2).map(([group]) => group),
      ['extractor-interactive', 'extractor-bulk'],
    );
  });

  it('keeps a document that waits although its request was written by a clock 15 minutes ahead of the store’s, after ten of an upload', async () => {
    // The largest clock difference that S3 accepts.
    const requestAt = NOW - DAY_SECONDS * 1000 + (600 + 900) * 1000 - 1_000;
    const isBehind = (_group: string, before: number) => requestAt < before;
    const deleted = await swept({}, isBehind, [DAY_SECONDS + 1]);
    assert.deepEqual(
      deleted.filter(key => key.startsWith('source/')),
      [],
    );
  });

  it('deletes a page that nobody came for ten minutes after it was written, and counts it as nobody’s', async () => {
    const minutes = [1, 9, 11].map(count => count * 60);
    const deleted = await swept({}, () => true, minutes);
    assert.deepEqual(deleted, [`page/${(11 * 60) / DAY_SECONDS}d`]);
  });

  it('goes on where one document cannot be deleted, and says so at the end', async () => {
    const deleted: string[] = [];
    const blobs = {
      async *list(prefix: string) {
        for (let at = 0; at < 500; at++) yield { key: `${prefix}/${at}`, bytes: 1, writtenAt: 0 };
      },
      delete: async (keys: string[]) => {
        if (keys.includes('source/0')) throw new Error('1 blobs were not deleted');
        deleted.push(...keys);
      },
    } as unknown as BlobStore;
    const telemetry = createTelemetry('silent');
    const sweeper = new Sweeper({
      blobs,
      views: { caughtUp: async () => false } as unknown as ViewStore,
      log: { isBehind: async () => false, ends: async () => [] },
      storedBytes: { publish: async () => undefined },
      telemetry,
      settings: SETTINGS,
    });
    await assert.rejects(sweeper.sweep(NOW), /not deleted/);
    assert.equal(deleted.length, 1_800);
    await sweeper.stop();
  });

  it('counts what is left, by the key whose it is', async () => {
    const blobs = {
      async *list(prefix: string) {
        yield { key: `${prefix}/alice.1`, bytes: 10, writtenAt: NOW };
        yield { key: `${prefix}/alice.2`, bytes: 1_000, writtenAt: 0 };
        yield { key: `${prefix}/bob.3`, bytes: 5, writtenAt: NOW };
      },
      delete: async () => undefined,
    } as unknown as BlobStore;
    const views = { caughtUp: async () => false } as unknown as ViewStore;
    const published: [string, number][] = [];
    const sweeper = new Sweeper({
      blobs,
      views,
      log: { isBehind: async () => false, ends: async () => [] },
      storedBytes: { publish: async bytes => void published.push(...bytes) },
      telemetry: createTelemetry('silent'),
      settings: SETTINGS,
    });
    await sweeper.sweep(NOW);
    await sweeper.stop();
    assert.deepEqual(published, [
      ['alice', 30],
      ['bob', 15],
    ]);
  });

  it('follows a longer life of jobs with that of results, and a time for replay with that of documents', async () => {
    const longer = await swept({ JOB_RETENTION_SECONDS: 30 * DAY_SECONDS }, () => false, ages);
    assert.deepEqual(
      longer.filter(key => /^(request|result)/.test(key)),
      [],
    );
    const replay = { SOURCE_RETENTION_SECONDS: 20 * DAY_SECONDS, SOURCE_REPLAY_SECONDS: 7 * DAY_SECONDS };
    const kept = await swept(replay, () => false, ages);
    assert.deepEqual(
      kept.filter(key => key.startsWith('source')),
      ['source/7.1d', 'source/8.1d'],
    );
  });
});

test('jobs are forgotten only once the read model holds what stood in the log: what is folded later may still speak of them', async () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 10, 21) });
  mock.method(performance, 'now', () => Date.now());
  let caughtUp = false;
  let folded = 0;
  const swept: number[] = [];
  const deleted: string[] = [];
  const views = {
    caughtUp: async () => caughtUp,
    positions: async () => [{ topic: 'outcomes', partition: 0, next: folded }],
    sweep: async (before: number) => {
      swept.push(before);
      return 0;
    },
  } as unknown as ViewStore;
  const blobs = {
    async *list(prefix: string) {
      yield { key: `${prefix}/old`, bytes: 1, writtenAt: 0 };
    },
    delete: async (keys: string[]) => void deleted.push(...keys),
  } as unknown as BlobStore;
  const sweeper = new Sweeper({
    blobs,
    views,
    log: {
      isBehind: async () => false,
      ends: async () => [{ topic: 'outcomes' as const, partition: 0, next: 5 }],
    },
    storedBytes: { publish: async () => undefined },
    telemetry: createTelemetry('silent'),
    settings: SETTINGS,
  });
  const round = async () => {
    mock.timers.tick(60_000);
    await Reflect.get(sweeper, 'running');
  };
  await round();
  assert.deepEqual(swept, []);
  assert.deepEqual(
    deleted,
    ['source/old', 'request/old', 'result/old', 'page/old'],
    'blobs have an age of their own',
  );
  caughtUp = true;
  const notedAt = Date.now();
  await round();
  assert.deepEqual(swept, [], 'a projector that has stood still has not folded what was in the log');
  folded = 5;
  await round();
  const retention = SETTINGS.JOB_RETENTION_SECONDS * 1000;
  const horizon = { finishedBefore: notedAt - retention, foldedAt: notedAt - retention / 2 };
  assert.deepEqual(swept, [horizon]);
  await sweeper.stop();
  mock.restoreAll();
  mock.timers.reset();
});

test('many jobs that are forgotten at once leave most of the thread to others', async () => {
  const [sliceMs, count] = [3, 10];
  let slices = 0;
  let betweenMs = 0;
  let endedAt = 0;
  const views = {
    caughtUp: async () => true,
    positions: async () => [],
    sweep: async (_: unknown, most: number) => {
      if (slices > 0) betweenMs += performance.now() - endedAt;
      const until = performance.now() + sliceMs;
      while (performance.now() < until);
      endedAt = performance.now();
      return ++slices < count ? most : 0;
    },
  } as unknown as ViewStore;
  const sweeper = new Sweeper({
    blobs: { async *list() {}, delete: async () => undefined } as unknown as BlobStore,
    views,
    log: { isBehind: async () => false, ends: async () => [] },
    storedBytes: { publish: async () => undefined },
    telemetry: createTelemetry('silent'),
    settings: SETTINGS,
  });
  await sweeper.sweep(NOW);
  await sweeper.sweep(NOW);
  await sweeper.stop();
  assert.equal(slices, count);
  assert.ok(betweenMs >= 4 * sliceMs * (count - 1), `${betweenMs} ms`);
});

test('rounds that take longer than their interval do not pile up, and leave the store alone in between', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let lists = 0;
  const hold = Promise.withResolvers<void>();
  const blobs = {
    async *list(prefix: string) {
      if (prefix !== 'source') return;
      lists++;
      await hold.promise;
      yield { key: 'source/new', bytes: 1, writtenAt: Number.MAX_SAFE_INTEGER };
    },
    delete: async () => undefined,
  } as unknown as BlobStore;
  const sweeper = new Sweeper({
    blobs,
    views: { caughtUp: async () => false } as unknown as ViewStore,
    log: { isBehind: async () => false, ends: async () => [] },
    storedBytes: { publish: async () => undefined },
    telemetry: createTelemetry('silent'),
    settings: SETTINGS,
  });
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      now += 60_000;
      t.mock.timers.tick(60_000);
      await turn();
    }
  };
  await minutes(5);
  hold.resolve();
  await Reflect.get(sweeper, 'running');
  assert.equal(lists, 1);
  await minutes(7);
  assert.equal(lists, 1, 'a round of four minutes is followed by eight');
  await minutes(1);
  assert.equal(lists, 2);
  await sweeper.stop();
});
