/**
 * `npm run test:observability`: one document through all roles on real servers, as seen by a real OpenTelemetry
 * collector and a real Prometheus. Needs `npm run stack -- up --observability`. tests/e2e/traces.e2e.test.ts tests the
 * same without these two.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { ACCESS_ROLES } from '../../commands/access/roles.ts';
import { ask, dashboard } from '../../stack/observability/dashboard.ts';
import {
  observabilitySettings,
  prometheusAddress,
  running,
  SPANS_FILE,
} from '../../stack/observability/servers.ts';
import { readState, type StackState, settingsOf } from '../../stack/state.ts';
import { html } from '../support/documents.ts';
import { freeBlock } from '../support/free-ports.ts';
import { issueKey } from '../support/keys.ts';
import { type Running, run } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/waiting.ts';

/** A new id for each run, because the collector's file outlives a run. */
const TRACE_ID = randomBytes(16).toString('hex');
const CALLERS_SPAN = 'b7ad6b7169203331';
/** The service that reports each span. */
const SPANS: Readonly<Record<string, string>> = {
  'POST /v1/extract': 'textrail-ingest',
  accept: 'textrail-ingest',
  extract: 'textrail-extractor',
  queue: 'textrail-extractor',
  fetch: 'textrail-extractor',
  parse: 'textrail-extractor',
  store: 'textrail-extractor',
  project: 'textrail-projector',
  deliver: 'textrail-webhooker',
};
const ROLES = ['extractor', 'ingest', 'projector', 'webhooker'];
const LIMIT_MS = 120_000;

const state = await runningStack();
const prometheus = prometheusAddress(state);
const suffix = process.pid.toString(36);
/** The administrator's settings only: users of roles have rights to the stack's own names, but this run uses other names. */
const settings = Object.entries(settingsOf(state, false)).filter(
  ([name]) => !ACCESS_ROLES.some(role => name.startsWith(`${role.toUpperCase()}_`)),
);
const environment: Record<string, string> = {
  ...Object.fromEntries(settings),
  ...observabilitySettings(state),
  OTEL_BSP_SCHEDULE_DELAY: '100',
  KAFKA_TOPIC_PREFIX: `observed-${suffix}.`,
  REDIS_PREFIX: `observed-${suffix}`,
  S3_BUCKET: `observed-${suffix}`,
  EGRESS_ALLOW: '127.0.0.0/8',
  EXTRACT_WORKERS: '1',
  PORT: String(await freeBlock(ROLES.length)),
};
let cluster: Running;
let receiver: Receiver;

async function runningStack(): Promise<StackState> {
  const found = readState();
  if (found && (await running(found)).length === 2) return found;
  throw new Error('needs its servers: npm run stack -- up --observability');
}

before(async () => {
  receiver = await startReceiver();
  cluster = run(['commands/cluster.ts'], environment);
  await until('the four roles', () => /Textrail is ready/.test(cluster.stdout()), LIMIT_MS);
  const base = `http://127.0.0.1:${environment.PORT}`;
  const { client } = await issueKey({ base, environment, dataFolder: '' });
  const { status } = await client.extract({
    file: html(),
    query: { webhook_url: receiver.url('/') },
    headers: { traceparent: `00-${TRACE_ID}-${CALLERS_SPAN}-01` },
  });
  assert.equal(status, 200);
});

after(async () => {
  cluster.child.kill('SIGTERM');
  await cluster.ended;
  receiver.close();
});

interface Batch {
  resourceSpans?: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { traceId: string; name: string }[] }[];
  }[];
}

/** The service of each span of the trace, by the span's name, as read from the collector's file. */
function collected(): Record<string, string> {
  const lines = existsSync(SPANS_FILE) ? readFileSync(SPANS_FILE, 'utf8').trim().split('\n') : [];
  // The last line may be incomplete.
  const batches = lines.filter(line => line.endsWith('}')).map(line => JSON.parse(line) as Batch);
  return Object.fromEntries(
    batches
      .flatMap(({ resourceSpans = [] }) => resourceSpans)
      .flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
        const spans = scopeSpans.flatMap(scope => scope.spans);
        return spans
          .filter(({ traceId }) => traceId === TRACE_ID)
          .map(({ name }) => [name, service ?? ''] as const);
      }),
  );
}

describe('one document over all roles', () => {
  test('is one trace in a real collector, from ingest over extractor and projector to the webhook', async () => {
    await until('all spans', () => Object.keys(collected()).length >= Object.keys(SPANS).length, LIMIT_MS);
    assert.deepEqual(collected(), SPANS);
  });

  test('is counted by a real Prometheus that scrapes every role, stage by stage', async () => {
    const values = (samples: { metric: Record<string, string> }[], label: string) =>
      samples.map(({ metric }) => metric[label] ?? '').toSorted();
    const up = 'up{job="textrail"} == 1';
    await until(
      'every role to be scraped',
      async () => (await ask(prometheus, up)).length >= ROLES.length,
      LIMIT_MS,
    );
    assert.deepEqual(values(await ask(prometheus, up), 'app_kubernetes_io_component'), ROLES);
    const stages = 'sum by (stage) (textrail_stage_seconds_count) > 0';
    const all = ['accept', 'deliver', 'fetch', 'parse', 'project', 'queue', 'store'];
    await until('every stage', async () => (await ask(prometheus, stages)).length >= all.length, LIMIT_MS);
    assert.deepEqual(values(await ask(prometheus, stages), 'stage'), all);
  });
});

describe('a real Prometheus', () => {
  test('answers every query of every dashboard', async () => {
    const names = readdirSync('deploy/grafana').map(file => file.replace(/^textrail-(.*)\.json$/, '$1'));
    assert.ok(names.length >= 4);
    for (const name of names)
      for (const { targets } of dashboard(name).panels)
        for (const { expr } of targets) await ask(prometheus, expr);
  });

  test('has loaded every alert, and none of them fails', async () => {
    const answer = await fetch(`${prometheus}/api/v1/rules`);
    const { data } = (await answer.json()) as {
      data: { groups: { rules: { name: string; health: string }[] }[] };
    };
    const rules = data.groups.flatMap(group => group.rules);
    const written = readFileSync('deploy/prometheus/textrail.rules.yaml', 'utf8').match(/- alert: /g);
    assert.equal(rules.length, written?.length);
    for (const { name, health } of rules) assert.notEqual(health, 'err', name);
  });
});
