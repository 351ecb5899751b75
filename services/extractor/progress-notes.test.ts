import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type Progress, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { ProgressNotes } from './progress-notes.ts';

/** Notes written to a read model in memory, which `fail` makes refuse them. */
function notes(PROGRESS_INTERVAL_MS: number) {
  const written: Progress[] = [];
  const warnings: unknown[] = [];
  let failure: Error | undefined;
  const views = {
    noteProgress: async (_jobId: string, progress: Progress) => {
      if (failure) throw failure;
      written.push(progress);
    },
  };
  const telemetry = createTelemetry('silent');
  telemetry.logger.warn = (...said: unknown[]) => void warnings.push(said);
  const listener = new ProgressNotes({ views, settings: { PROGRESS_INTERVAL_MS }, telemetry }).of('job');
  const fail = (error: Error | undefined) => {
    failure = error;
  };
  return { written, warnings, listener, fail };
}

describe('how far a job is', () => {
  it('is noted no oftener than was asked for, however often a worker says it', async () => {
    const { written, listener } = notes(600_000);
    for (let page = 1; page <= 100; page++) await listener.told(page, 100);
    assert.deepEqual(written, [{ pagesDone: 1, pages: 100 }]);
  });

  it('is noted as the document goes on', async () => {
    const { written, listener } = notes(1);
    for (const page of [1, 2, 3]) {
      await listener.told(page, 3);
      await sleep(2);
    }
    assert.deepEqual(
      written.map(({ pagesDone }) => pagesDone),
      [1, 2, 3],
    );
  });

  it('is noted one at a time: a slow read model is not asked again before it has answered', async () => {
    const answered = Promise.withResolvers<void>();
    let asked = 0;
    const noteProgress = () => {
      asked++;
      return answered.promise;
    };
    const telemetry = createTelemetry('silent');
    const ports = { views: { noteProgress }, settings: { PROGRESS_INTERVAL_MS: 1 }, telemetry };
    const listener = new ProgressNotes(ports).of('job');
    const first = listener.told(1, 3);
    await sleep(2);
    await listener.told(2, 3);
    assert.equal(asked, 1);
    answered.resolve();
    await first;
    await listener.told(3, 3);
    assert.equal(asked, 2);
  });

  it('is nothing that a worker could make up', async () => {
    const { written, listener } = notes(1);
    for (const [done, of] of [
      [2, 1],
      [-1, 3],
      [0.5, 3],
      [1, 1e9],
      [Number.NaN, 3],
    ] as const)
      await listener.told(done, of);
    await listener.told('1' as unknown as number, { toString: 'x' } as unknown as number);
    assert.deepEqual(written, []);
  });

  it('harms no document where it cannot be noted, and a refusal is said once', async () => {
    const { written, warnings, listener, fail } = notes(1);
    fail(new ViewStoreUnavailable('away'));
    await listener.told(1, 9);
    assert.equal(warnings.length, 0, 'an outage is said by whoever stands on the store');
    for (const page of [2, 3]) {
      await sleep(2);
      fail(new Error('NOPERM'));
      await listener.told(page, 9);
    }
    assert.equal(warnings.length, 1);
    fail(undefined);
    await sleep(2);
    await listener.told(4, 9);
    assert.deepEqual(written, [{ pagesDone: 4, pages: 9 }]);
  });
});
