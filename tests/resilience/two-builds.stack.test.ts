/** Two successive builds side by side under traffic: forward, back, and forward for good. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../support/answers.ts';
import { Client, type Request } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  type Instance,
  ROLES,
  type Role,
  type Service,
  startRole,
  startService,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { assertAccounts, everyEvent } from './accounting.ts';
import { makeNextBuild, type NextBuild } from './next-build.ts';

const QUOTA = 1_000_000;
/** Time under traffic with both builds running. */
const SIDE_BY_SIDE_MS = 1_000;

let service: Service;
let next: NextBuild;
let key: TestKey;
let receiver: Receiver;
const current = new Map<Role, Pick<Instance, 'base' | 'running'>>();

before(async () => {
  next = makeNextBuild();
  receiver = await startReceiver();
  service = await startService({
    EGRESS_ALLOW: '127.0.0.0/8',
    WEBHOOK_BACKOFF_MS: '300,600,1200',
    EXTRACT_WORKERS: '1',
    // On a busy machine a caller may send late to an address that has just been removed.
    DRAIN_ACCEPT_MS: '4000',
  });
  for (const [at, role] of ROLES.entries()) {
    const running = service.processes[at];
    if (running !== undefined) current.set(role, { running, base: service.base });
  }
  key = await issueKey(service, { quota: QUOTA });
});
after(async () => {
  for (const { running } of current.values()) running.child.kill('SIGKILL');
  await Promise.all([service.dispose(), receiver.close()]);
  next.dispose();
});

/** Callers of every ingest that serves. Every failed answer and every job is recorded. */
class Traffic {
  readonly jobs: string[] = [];
  readonly failures: string[] = [];
  readonly bases = new Set<string>();
  private readonly over = new AbortController();
  private readonly calling: Promise<void>;

  constructor() {
    this.bases.add(current.get('ingest')?.base ?? '');
    this.calling = this.call();
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.calling;
  }

  /**
   * Sends a request, and once more to the newest address if the connection breaks: the Idempotency-Key makes that safe.
   * rollout.stack.test.ts shows that no connection breaks behind a load balancer.
   */
  private async answer(base: string, request: Request): Promise<Answer> {
    try {
      return await new Client({ base }, key.apiKey).extract(request);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const port = new URL(base).port;
      process.stderr.write(
        `the connection to port ${port} broke: ${error.message}: ${String(error.cause)}\n`,
      );
      const now = [...this.bases].at(-1) ?? '';
      return new Client({ base: now }, key.apiKey).extract(request);
    }
  }

  private async call(): Promise<void> {
    for (let turn = 0; !this.over.signal.aborted; turn++) {
      const base = [...this.bases][turn % this.bases.size] ?? '';
      const query = turn % 2 === 0 ? { async: 'true', webhook_url: receiver.url('/') } : {};
      const headers = { 'idempotency-key': randomUUID() };
      const request = { file: page(`document ${turn}`), query, headers };
      const answer = await this.answer(base, request).catch((error: Error) => error);
      if (answer instanceof Error) this.failures.push(`${answer.message}: ${String(answer.cause)}`);
      else if (answer.status === 202) this.jobs.push(answer.body.job_id);
      else if (answer.status !== 200) this.failures.push(answer.text);
      await sleep(50);
    }
  }
}

/** Starts each role's new instance, lets both run for a while, and then stops the old one with SIGTERM. */
async function replaceAll(program: string | undefined, changes: Record<string, string>) {
  const traffic = new Traffic();
  try {
    for (const role of ROLES) {
      const old = current.get(role);
      const started = await startRole(role, { ...service.environment, ...changes }, program);
      current.set(role, started);
      if (role === 'ingest') traffic.bases.add(started.base);
      await sleep(SIDE_BY_SIDE_MS);
      if (role === 'ingest') traffic.bases.delete(old?.base ?? '');
      old?.running.child.kill('SIGTERM');
      assert.equal(await old?.running.ended, 0, old?.running.stderr());
    }
  } finally {
    await traffic.end();
  }
  assert.deepEqual(traffic.failures, []);
  assert.ok(traffic.jobs.length > 0);
  const client = new Client({ base: current.get('ingest')?.base ?? '' }, key.apiKey);
  for (const job of traffic.jobs) assert.equal((await client.finished(job, 60_000)).status, 200);
  const delivered = () => new Set(receiver.at('/').map(({ headers }) => headers['x-service-job-id']));
  await until('every webhook', () => traffic.jobs.every(job => delivered().has(job)), 60_000);
  return { client, jobs: traffic.jobs };
}

describe(suite('two builds'), () => {
  test('run side by side, forward and back, while the newer one writes what the older one reads', async () => {
    const pinned = { EVENT_WRITE_RELEASE: String(next.release - 1) };
    const jobs: string[] = [];
    for (const [program, changes] of [
      [next.program, pinned],
      [undefined, {}],
      [next.program, pinned],
    ] as const)
      jobs.push(...(await replaceAll(program, changes)).jobs);
    const client = new Client({ base: current.get('ingest')?.base ?? '' }, key.apiKey);
    await assertAccounts(service, { client, keyId: key.keyId }, jobs, QUOTA);
  });

  test('go forward for good when the release that is written is raised, under traffic like before', async () => {
    await replaceAll(next.program, { EVENT_WRITE_RELEASE: String(next.release) });
    // This process is of the older build: it stops at the first record that it cannot read, instead of skipping it.
    await assert.rejects(everyEvent(service), /no schema has the fingerprint/);
  });
});
