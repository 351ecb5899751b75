import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Platform } from './platform.ts';
import type { RunningService } from './running-service.ts';
import { Runtime } from './runtime.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

const SERVERS = {
  log: { check: async () => {} },
  blobs: { check: async () => {} },
  views: { check: async () => {} },
} as unknown as Platform;

const service = (name: string, ready: Promise<void>): RunningService => ({
  name,
  ready,
  problems: () => [],
  consumers: [],
  stop: async () => {},
});

it('a process is ready when all of its services are, and not while one is still being made', async () => {
  const runtime = new Runtime({} as Settings, {} as Telemetry, ['projector', 'ingest']);
  const { problems } = runtime.readiness;
  // All servers may have answered by now.
  assert.deepEqual(await problems(), ['projector is starting', 'ingest is starting']);
  await runtime.use(SERVERS);
  assert.deepEqual(await problems(), ['projector is starting', 'ingest is starting']);
  await runtime.run(service('projector', Promise.resolve()));
  assert.deepEqual(await problems(), ['ingest is starting']);
  const ready = Promise.withResolvers<void>();
  const running = runtime.run(service('ingest', ready.promise));
  assert.deepEqual(await problems(), ['ingest is starting']);
  ready.resolve();
  await running;
  assert.deepEqual(await problems(), []);
});

it('a server that is silent, or slower than probes are patient, is named before these give up', {
  timeout: 20_000,
}, async () => {
  const runtime = new Runtime({} as Settings, {} as Telemetry, []);
  await runtime.use({ ...SERVERS, blobs: { check: () => new Promise(() => {}) } } as unknown as Platform);
  const begun = performance.now();
  assert.deepEqual(await runtime.readiness.problems(), [
    'the blob store does not answer: nothing within 2500 ms',
  ]);
  assert.ok(performance.now() - begun < 3_000);
});
