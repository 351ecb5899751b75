import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fastify } from 'fastify';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type ExtractPorts, extractRoutes } from './extract-routes.ts';
import type { Intake } from './intake.ts';

it('a poll beyond what a key may send is told to come again, and asks no store', async t => {
  const server = fastify();
  t.after(() => server.close());
  const ports = {
    settings: readSettings({}, false),
    telemetry: createTelemetry('silent'),
    views: { job: () => assert.fail('asked') },
  };
  const intake = {
    attend: (_request: unknown, _reply: unknown, work: (key: object) => unknown) => work({ keyId: 'key' }),
    admitsPoll: () => false,
    connections: { onLook: () => undefined },
  };
  extractRoutes(server, ports as unknown as ExtractPorts, intake as unknown as Intake);
  const url = '/v1/extract/019a0000-0000-7000-8000-000000000000';
  const { statusCode, headers } = await server.inject({ method: 'GET', url });
  assert.deepEqual([statusCode, headers['retry-after']], [503, '2']);
});
