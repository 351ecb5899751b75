/**
 * A webhooker is cut off from Kafka alone for longer than its session, and comes back. It happens rarely here that its
 * append is acknowledged before it learns that it lost its partition: services/webhooker/webhooker.test.ts tests that
 * case reliably, and fails if the order of the log is not checked.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDistributed } from '../../platform/distributed.ts';
import { issueKey } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import type { Event } from '../../schemas/events.ts';
import { startWebhooker } from '../../services/webhooker/start.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { type Instance, startRole } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';
import { deliveriesOver } from './accounting.ts';
import { OwnStack } from './own-stack.ts';
import { portOf } from './soak/network.ts';
import { Relay } from './soak/relay.ts';

const JOBS = 24;
const ATTEMPTS = 4;
/** A session of 10 s, and the other webhooker's attempts meanwhile. */
const CUT_MS = 22_000;
const OVER_MS = 120_000;

const relay = new Relay();
let stack: OwnStack;
let receiver: Receiver;
let environment: Record<string, string>;
const roles: Instance[] = [];
const webhookers: { platform: Platform; service: RunningService }[] = [];

/** Starts a webhooker in this process under its own name, by which the relay recognises its connections. */
async function startNamed(name: string): Promise<void> {
  const platform = await openDistributed(readSettings(environment, true), createTelemetry('silent'), name);
  const service = startWebhooker(platform);
  // An orchestrator would restart a process whose consumer ends; here it must only not end the test.
  for (const { consumer } of service.consumers) consumer.closed.catch(() => undefined);
  webhookers.push({ platform, service });
  await service.ready;
}

before(async () => {
  const port = await relay.listen('');
  stack = await OwnStack.up(port);
  relay.target = portOf(`kafka://${stack.settings.KAFKA_BROKERS}`);
  receiver = await startReceiver();
  environment = {
    ...stack.settings,
    KAFKA_BROKERS: `127.0.0.1:${port}`,
    EGRESS_ALLOW: '127.0.0.0/8',
    EXTRACT_WORKERS: '1',
    WEBHOOK_BACKOFF_MS: '2500,2500,2500',
    WEBHOOK_TIMEOUT_MS: '2000',
  };
  await startNamed('webhookera');
  await startNamed('webhookerb');
  for (const role of ['projector', 'extractor', 'ingest'] as const)
    roles.push(await startRole(role, environment));
});
after(async () => {
  relay.heal();
  for (const { running } of roles) running.child.kill('SIGKILL');
  for (const { service, platform } of webhookers) await service.stop(0).then(() => platform.close());
  relay.close();
  await receiver.close();
  await stack?.destroy();
});

test('no attempt is made twice and none is the fifth, whoever was cut off while it wrote one down', async t => {
  receiver.reply('/', status(500));
  const [cutOff] = webhookers;
  assert.ok(cutOff);
  const options = { name: null, plan: 'test', monthlyQuota: 1_000, rateLimitPerMinute: 1_000 };
  const { apiKey } = await issueKey(cutOff.platform.log, options);
  const client = new Client({ base: roles.at(-1)?.base ?? '' }, apiKey);
  await until('the key', async () => (await client.poll('none')).status === 404);
  const query = { webhook_url: receiver.url('/') };
  const jobs = await Promise.all(
    Array.from({ length: JOBS }, (_, at) => client.accepted({ file: page(`${at}`), query })),
  );
  const callsOf = (job: string) =>
    receiver
      .at('/')
      .flatMap(({ headers }) =>
        headers['x-service-job-id'] === job ? [Number(headers['x-service-attempt'])] : [],
      );
  await until(
    'the first calls',
    () => jobs.filter(job => callsOf(job).length > 0).length > JOBS / 2,
    OVER_MS,
  );
  relay.hush('both', 'webhookera');
  await sleep(CUT_MS);
  relay.heal();
  const isOver = async () => {
    const events: Event[] = [];
    for await (const { records } of cutOff.platform.log.read(['webhooks']))
      for (const { event } of records) events.push(event);
    const over = deliveriesOver(events);
    return jobs.every(job => over.has(job));
  };
  await until('every delivery to be over', isOver, OVER_MS);
  await sleep(3_000);
  for (const job of jobs) {
    const calls = callsOf(job);
    assert.deepEqual(calls, [...new Set(calls)], `attempts at ${job}: ${calls}`);
    assert.ok(calls.length <= ATTEMPTS && Math.max(...calls) <= ATTEMPTS, `attempts at ${job}: ${calls}`);
  }
  t.diagnostic(`${receiver.at('/').length} calls for ${JOBS} jobs`);
});
