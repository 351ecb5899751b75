/**
 * A rollout as an orchestrator does it, under traffic: for each role the new instance starts first, and then the old
 * one gets SIGTERM.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedAdmin } from '../../platform/event-log/kafka/admin.ts';
import { ClientFactory } from '../../platform/event-log/kafka/client.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import type { Answer } from '../support/answers.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  type Instance,
  operate,
  ROLES,
  type Role,
  type Service,
  startRole,
  startService,
} from '../support/service.ts';
import { slowPage } from '../support/slow-documents.ts';
import { until } from '../support/waiting.ts';
import { assertAccounts } from './accounting.ts';

const QUOTA = 1_000_000;
const CALLERS = 3;
/** How long a load balancer takes to notice a stop: well within DRAIN_ACCEPT_MS below. */
const HEARD_AFTER_MS = 500;
const SETTINGS = {
  DRAIN_ACCEPT_MS: '4000',
  EGRESS_ALLOW: '127.0.0.0/8',
  WEBHOOK_BACKOFF_MS: '300,600,1200',
  EXTRACT_WORKERS: '1',
};

const GROUPS: Record<Role, string[]> = {
  ingest: [],
  extractor: ['extractor-interactive', 'extractor-bulk'],
  projector: ['views'],
  webhooker: ['webhooker'],
};

let service: Service;
let admin: BoundedAdmin;
let key: TestKey;
let receiver: Receiver;
/** The instance of each role that serves now. */
const current = new Map<Role, Pick<Instance, 'base' | 'running'>>();

before(async () => {
  receiver = await startReceiver();
  service = await startService(SETTINGS);
  for (const [at, role] of ROLES.entries()) {
    const running = service.processes[at];
    if (running !== undefined) current.set(role, { running, base: service.base });
  }
  key = await issueKey(service, { quota: QUOTA });
  const brokers = (service.environment.KAFKA_BROKERS ?? '').split(',');
  const { logger } = createTelemetry('silent');
  admin = new BoundedAdmin(new ClientFactory({ brokers, clientId: 'tests', log: logger }));
});
after(async () => {
  for (const { running } of current.values()) running.child.kill('SIGKILL');
  await Promise.all([admin.close(), service.dispose(), receiver.close()]);
});

/** The ingests that a load balancer knows. It learns late that one has been told to stop. */
class Balancer {
  private readonly bases = new Set<string>();

  add(base: string): void {
    this.bases.add(base);
  }

  async forget(base: string): Promise<void> {
    await sleep(HEARD_AFTER_MS);
    this.bases.delete(base);
  }

  pick(turn: number): string {
    const bases = [...this.bases];
    return bases[turn % bases.length] ?? '';
  }
}

class Traffic {
  readonly balancer = new Balancer();
  readonly failures: string[] = [];
  readonly jobs: string[] = [];
  readonly hooked: string[] = [];
  slowestMs = 0;
  answered = 0;
  private readonly over = new AbortController();
  private readonly callers: Promise<void>[];

  constructor() {
    this.balancer.add(current.get('ingest')?.base ?? '');
    this.callers = Array.from({ length: CALLERS }, (_, at) => this.call(at));
  }

  /** Requests are never repeated, so every failure is one that a user would see. */
  async end(): Promise<void> {
    this.over.abort();
    await Promise.all(this.callers);
  }

  private async call(at: number): Promise<void> {
    for (let turn = at; !this.over.signal.aborted; turn++) {
      const begun = Date.now();
      const client = new Client({ base: this.balancer.pick(turn) }, key.apiKey);
      const answer = await this.request(client, turn).catch((error: Error) => error);
      this.slowestMs = Math.max(this.slowestMs, Date.now() - begun);
      this.answered++;
      if (answer instanceof Error) this.failures.push(`${answer.message}: ${String(answer.cause)}`);
      else if (answer.status >= 300) this.failures.push(answer.text);
      else if (answer.status === 202) {
        this.jobs.push(answer.body.job_id);
        if (turn % 6 === 2) this.hooked.push(answer.body.job_id);
      }
      await sleep(10);
    }
  }

  private request(client: Client, turn: number): Promise<Answer> {
    const file = page(`document ${turn}`);
    if (turn % 6 === 1) return client.extract({ file, query: { async: 'true' } });
    if (turn % 6 === 2)
      return client.extract({ file, query: { async: 'true', webhook_url: receiver.url('/') } });
    return client.extract({ file });
  }
}

/** Starts the new instance and, when it is ready, stops the old one. */
async function replace(role: Role, traffic?: Traffic): Promise<void> {
  const old = current.get(role);
  const next = await startRole(role, service.environment);
  if (role === 'ingest') traffic?.balancer.add(next.base);
  current.set(role, next);
  old?.running.child.kill('SIGTERM');
  if (role === 'ingest') await traffic?.balancer.forget(old?.base ?? '');
  assert.equal(await old?.running.ended, 0, old?.running.stderr());
  await assertLeft(role);
}

/** An instance that ended without leaving its group would hold its partitions until its session of 10 s ends. */
async function assertLeft(role: Role): Promise<void> {
  for (const group of GROUPS[role]) assert.equal(await membersOf(group), 1, `members of ${group}`);
}

async function membersOf(group: string): Promise<number> {
  const name = `${service.environment.KAFKA_TOPIC_PREFIX}${group}`;
  const { groups } = await admin.ask(client => client.describeGroups([name]));
  return groups.flatMap(({ members }) => members).length;
}

function here(): { client: Client; keyId: string } {
  return { client: new Client({ base: current.get('ingest')?.base ?? '' }, key.apiKey), keyId: key.keyId };
}

describe(suite('a rollout'), () => {
  for (const role of ROLES)
    test(`of the ${role}: no caller sees an error, nothing is lost, and nobody waits for the one that left`, async t => {
      const traffic = new Traffic();
      await sleep(1_000);
      await replace(role, traffic).finally(() => sleep(1_000).then(() => traffic.end()));
      t.diagnostic(`${traffic.answered} answers, the slowest after ${traffic.slowestMs} ms`);
      assert.deepEqual(traffic.failures, []);
      await assertAccounts(service, here(), traffic.jobs, QUOTA);
      await assertDelivered(traffic.hooked);
    });

  test('of the extractor leaves its lanes at once, finishes the document that runs, and meters it once', async () => {
    const { client } = here();
    const next = await startRole('extractor', service.environment);
    // One for each worker of the lane, and one that waits.
    const long = await Promise.all([1, 2, 3].map(() => client.accepted({ file: slowPage() })));
    await sleep(500);
    const old = current.get('extractor');
    current.set('extractor', next);
    old?.running.child.kill('SIGTERM');
    await until('an old instance that has left', async () => (await membersOf('extractor-bulk')) === 1);
    assert.equal((await client.extract({ file: page('beside it') })).status, 200);
    assert.equal(await old?.running.ended, 0, old?.running.stderr());
    await assertAccounts(service, here(), long, QUOTA);
  });

  test('of the webhooker lets the attempts under way end, and makes none again', async () => {
    receiver.reply('/slow', response => void setTimeout(() => response.writeHead(204).end(), 2_000));
    const query = { webhook_url: receiver.url('/slow') };
    const jobs = await Promise.all(
      Array.from({ length: 6 }, () => here().client.accepted({ file: page('hooked'), query })),
    );
    await receiver.deliveries('/slow', jobs.length);
    await replace('webhooker');
    const histories = () => Promise.all(jobs.map(job => operate(service, 'audit', job)));
    const isDelivered = (history: object[]) =>
      history.some(event => 'type' in event && event.type === 'WebhookDelivered');
    await until('every delivery on record', async () => (await histories()).every(isDelivered));
    for (const job of jobs) {
      const own = receiver.at('/slow').filter(({ headers }) => headers['x-service-job-id'] === job);
      assert.equal(own.length, 1, `${own.length} attempts`);
    }
  });

  test('in which the old instance goes before the new one comes leaves nobody behind', async () => {
    for (const role of ['extractor', 'projector', 'webhooker'] as const) {
      const old = current.get(role);
      old?.running.child.kill('SIGTERM');
      assert.equal(await old?.running.ended, 0, old?.running.stderr());
      for (const group of GROUPS[role]) assert.equal(await membersOf(group), 0, `members of ${group}`);
      current.set(role, await startRole(role, service.environment));
    }
    assert.equal((await here().client.extract({ file: page('after all') })).status, 200);
  });
});

async function assertDelivered(jobs: readonly string[]): Promise<void> {
  const idsOf = (job: string) =>
    receiver
      .at('/')
      .flatMap(({ headers }) =>
        headers['x-service-job-id'] === job ? [String(headers['x-service-delivery'])] : [],
      );
  for (const job of jobs) {
    const ids = await until('the delivery of a webhook', () => idsOf(job).length > 0 && idsOf(job));
    assert.equal(new Set(ids).size, 1);
    assert.ok(ids.length <= 4, `${ids.length} attempts`);
  }
}
