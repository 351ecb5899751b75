import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { operationsRoutes } from './operations-routes.ts';
import type { Platform } from './platform.ts';
import { Runtime } from './runtime.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Longer than the pause between two checks of the servers. */
const PAUSE_MS = 150;

function served({ check = async () => {}, metrics = async () => '' }) {
  const telemetry = { registry: { contentType: 'text/plain', metrics } } as unknown as Telemetry;
  const runtime = new Runtime({} as Settings, telemetry, []);
  const servers = { log: { check }, blobs: { check: async () => {} }, views: { check: async () => {} } };
  const server = fastify();
  operationsRoutes(server, { telemetry, readiness: runtime.readiness });
  const ready = runtime.use(servers as unknown as Platform);
  return { server, ready };
}

it('who asks /readyz without end asks the servers ten times a second at the most, and is told of a time after he asked', async () => {
  let checks = 0;
  let isAway = false;
  const check = async () => {
    checks++;
    if (isAway) throw new Error('away');
  };
  const { server, ready } = served({ check });
  await ready;
  const begunAt = performance.now();
  const flood = async () => {
    while (performance.now() - begunAt < 450) assert.equal((await server.inject('/readyz')).statusCode, 200);
  };
  await Promise.all(Array.from({ length: 8 }, flood));
  assert.ok(checks <= 1 + (performance.now() - begunAt) / 100, `${checks} checks`);
  isAway = true;
  assert.equal((await server.inject('/readyz')).statusCode, 503);
  isAway = false;
  // Take the fastest attempt, because other load on the machine only adds time.
  let quickestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4; attempt++) {
    await sleep(PAUSE_MS);
    const at = performance.now();
    assert.equal((await server.inject('/readyz')).statusCode, 200);
    quickestMs = Math.min(quickestMs, performance.now() - at);
  }
  assert.ok(quickestMs < 80, 'a single one does not wait');
});

it('who asks /metrics without end has them rendered ten times a second at the most, each of a time after he asked', async () => {
  let renderings = 0;
  let happened = 0;
  const metrics = async () => {
    renderings++;
    return `happened_total ${happened}`;
  };
  const { server } = served({ metrics });
  const begunAt = performance.now();
  const flood = async () => {
    while (performance.now() - begunAt < 450) {
      const before = ++happened;
      const { payload } = await server.inject('/metrics');
      assert.ok(Number(payload.split(' ')[1]) >= before, payload);
    }
  };
  await Promise.all(Array.from({ length: 8 }, flood));
  assert.ok(renderings <= 1 + (performance.now() - begunAt) / 100, `${renderings} renderings`);
});
