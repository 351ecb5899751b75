import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { BlobStore } from './blob-store/blob-store.ts';
import type { Settings } from './settings.ts';
import { Sweeper } from './sweeper.ts';
import { createTelemetry } from './telemetry.ts';
import type { ViewStore } from './view-store/view-store.ts';

const DAY_SECONDS = 86_400;
const SETTINGS = {
  JOB_RETENTION_SECONDS: 7 * DAY_SECONDS,
  SOURCE_RETENTION_SECONDS: DAY_SECONDS,
} as Settings;

test('jobs are forgotten only once the read model has caught up: what is folded later may still speak of them', async () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 10, 21) });
  let caughtUp = false;
  const swept: number[] = [];
  const deleted: string[] = [];
  const views = {
    caughtUp: async () => caughtUp,
    sweep: async (before: number) => {
      swept.push(before);
      return 0;
    },
  } as unknown as ViewStore;
  const blobs = {
    async *list(prefix: string) {
      yield { key: `${prefix}/old` };
    },
    delete: async (keys: string[]) => void deleted.push(...keys),
  } as unknown as BlobStore;
  const sweeper = new Sweeper(blobs, views, createTelemetry('silent'), SETTINGS);
  const round = async () => {
    mock.timers.tick(60_000);
    await Reflect.get(sweeper, 'running');
  };
  await round();
  assert.deepEqual(swept, []);
  assert.deepEqual(deleted, ['source/old', 'request/old', 'result/old'], 'blobs have an age of their own');
  caughtUp = true;
  await round();
  assert.deepEqual(swept, [Date.now() - SETTINGS.JOB_RETENTION_SECONDS * 1000]);
  await sweeper.stop();
  mock.timers.reset();
});
