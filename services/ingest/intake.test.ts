import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import type { ClaimRequest } from '../../platform/view-store/view-store.ts';
import type { Authenticator } from './authenticate.ts';
import type { Connections } from './connections.ts';
import { Intake, type IntakePorts } from './intake.ts';
import type { Parameters } from './parameters.ts';

const KEY = { keyId: 'key', plan: 'free', secretSha256: 'a'.repeat(64), monthlyQuota: 500 } as KeyState;
const OCTOBER_END = Date.UTC(2026, 10, 1);

/** Takes jobs, the last of October's quota being admitted; nobody extracts. */
function intake(): Intake {
  const ports = {
    settings: readSettings({}, false),
    telemetry: createTelemetry('silent'),
    clock: Date,
    log: { isBehind: async () => false },
    journal: { record: async () => undefined },
    storedBytes: { read: async () => new Map() },
    readModelAge: { ageMs: () => 0 },
    views: {
      admit: async () => ({
        at: Date.now(),
        rate: { admitted: true, count: 1, endsAt: Date.now() + 60_000 },
        lockedUntil: null,
        used: 499,
        isWhole: true,
        hasPlace: true,
      }),
      claim: async ({ jobId }: ClaimRequest) => ({ outcome: 'new', jobId }),
      watch: () => ({ settled: new Promise(() => undefined), cancel: () => undefined }),
    },
  };
  const connections = { onLook: () => undefined } as unknown as Connections;
  return new Intake(ports as unknown as IntakePorts, {} as Authenticator, connections);
}

it('a 202 shows the month in which the job was admitted, also where its document came until after that month’s end', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: OCTOBER_END - 1_000 });
  const request = { headers: {}, routeOptions: {}, raw: {} } as FastifyRequest;
  const parameters = { url: null, asynchronous: true, webhookUrl: null, resultUrl: null, format: 'text' };
  const { answer, headers } = await intake().take(request, KEY, {
    idempotencyKey: undefined,
    parameters: () => ({ ...parameters, idempotencyKey: null }) as Parameters,
    document: async () => {
      t.mock.timers.setTime(OCTOBER_END + 1_000);
      return { key: 'source/a', size: 4, sha256: 'h', bytes: Buffer.from('text') };
    },
  });
  assert.equal(answer.status, 202);
  assert.deepEqual(headers, {
    'X-Quota-Limit': '500',
    'X-Quota-Remaining': '1',
    'X-Quota-Reset': String(OCTOBER_END / 1_000),
  });
});
