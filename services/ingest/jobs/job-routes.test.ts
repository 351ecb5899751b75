import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { fastify } from 'fastify';
import type { JobState } from '../../../core/job/job.ts';
import { readSettings } from '../../../platform/settings.ts';
import { createTelemetry } from '../../../platform/telemetry.ts';
import type { Intake } from '../intake.ts';
import type { ServerPorts } from '../ports.ts';
import { jobRoutes } from './job-routes.ts';

const JOB_ID = '019a0000-0000-7000-8000-000000000000';
const EVENTS = `/v1/jobs/${JOB_ID}/events`;
/** More streams than a key may have open. */
const MANY = 20;

/** A server with the routes of jobs, called with one key. `job` gives the job's state. */
async function serve(job: () => Promise<JobState>) {
  const server = fastify({ forceCloseConnections: true });
  const ports = {
    settings: readSettings({}, false),
    telemetry: createTelemetry('silent'),
    views: { job, progress: async () => undefined, caughtUp: async () => true },
    keys: { key: async () => ({ revokedAt: null }) },
    readModelAge: { hasGoneBack: async () => false },
  };
  const intake = {
    attend: (_request: unknown, _reply: unknown, work: (key: object) => unknown) => work({ keyId: 'key' }),
    admitsPoll: () => true,
  };
  const leaving = new AbortController();
  jobRoutes(server, ports as unknown as ServerPorts, intake as unknown as Intake, leaving.signal);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as { port: number };
  return { server, port };
}

const FINISHED = {
  jobId: JOB_ID,
  keyId: 'key',
  status: 'failed',
  code: 'timeout',
  asynchronous: true,
  requestedAt: Date.now(),
  finishedAt: Date.now(),
  webhook: 'none',
  webhookNextAt: null,
} as JobState;

it('a reader who goes while the job is looked up keeps no place among the streams of its key', async t => {
  const looks: (() => void)[] = [];
  let isSlow = true;
  const looked = () => new Promise<void>(resolve => looks.push(resolve));
  const { server, port } = await serve(async () => {
    if (isSlow) await looked();
    return FINISHED;
  });
  t.after(() => server.close());
  for (let count = 1; count <= MANY; count++) {
    const socket = connect(port, '127.0.0.1');
    const served = once(server.server, 'request') as Promise<[unknown, NodeJS.EventEmitter]>;
    socket.write(`GET ${EVENTS} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [, response] = await served;
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
    looks.shift()?.();
  }
  isSlow = false;
  const { statusCode, body } = await server.inject({ method: 'GET', url: EVENTS });
  assert.equal(statusCode, 200, body);
});
