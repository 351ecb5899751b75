/** Tests every alert with Prometheus' own promtool on a history made for it, and on a quiet history in which none may fire. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse, stringify } from 'yaml';
import { DASHBOARDS } from '../../../commands/dashboards.ts';
import { openApi } from '../../../schemas/openapi.ts';
import { run } from '../../../stack/tools.ts';
import { REPOSITORY } from '../rendered.ts';
import { promtool } from '../tools.ts';

const RULES = join(REPOSITORY, 'deploy/prometheus/textrail.rules.yaml');
const alerts: { alert: string; labels: { severity: string }; annotations: { runbook_url: string } }[] = parse(
  readFileSync(RULES, 'utf8'),
).groups.flatMap(({ rules }: { rules: unknown[] }) => rules);

/** Series by name, with one sample a minute in promtool's notation: `0+6x60` is 0, 6, 12, …, 61 samples. */
type Series = Readonly<Record<string, string>>;

const oldest = (consumer: string) => `textrail_oldest_waiting_seconds{consumer="${consumer}"}`;
const waiting = (consumer: string) => `textrail_waiting_records{consumer="${consumer}"}`;
const answers = (status: string) => `textrail_requests_total{route="/v1/extract",status="${status}"}`;
const probes = (status: string) => `textrail_requests_total{route="/readyz",status="${status}"}`;
const attempts = (outcome: string) => `textrail_webhook_attempts_total{outcome="${outcome}"}`;
const documents = (outcome: string) => `textrail_worker_outcomes_total{lane="bulk",outcome="${outcome}"}`;

const underReplicated = (topic: string) =>
  `kafka_topic_partition_under_replicated_partition{topic="${topic}",partition="0"}`;
const leader = (topic: string) => `kafka_topic_partition_leader{topic="${topic}",partition="0"}`;
const redisMemory = (what: 'used' | 'max', instance: string) =>
  `redis_memory_${what}_bytes{instance="${instance}"}`;

/** Ten calls a minute: `slow` of them take up to 2.5 s, the others up to 0.05 s. */
const calls = (server: string, slow: number): Series =>
  Object.fromEntries(
    Object.entries({
      '0.05': 10 - slow,
      '0.1': 10 - slow,
      '0.25': 10 - slow,
      '1': 10 - slow,
      '2.5': 10,
      '+Inf': 10,
    }).map(([le, count]) => [
      `textrail_server_seconds_bucket{server="${server}",operation="any",outcome="ok",le="${le}"}`,
      `0+${count}x120`,
    ]),
  );

const QUIET: Series = {
  ...calls('redis', 0),
  ...calls('kafka', 0),
  ...calls('s3', 0),
  [answers('200')]: '0+600x120',
  [answers('503')]: '0+1x120',
  [answers('504')]: '0+1x120',
  // Probes of a pod that serves, and of one that drains.
  [probes('200')]: '0+12x120',
  [probes('503')]: '0+60x120',
  ...Object.fromEntries(
    ['extractor-interactive', 'extractor-bulk', 'projector', 'webhooker'].flatMap(consumer => [
      [waiting(consumer), '1x120'],
      [oldest(consumer), '1x120'],
    ]),
  ),
  textrail_read_model_age_seconds: '1x120',
  [documents('answered')]: '0+600x120',
  [documents('memory')]: '0+1x120',
  // Attempts at one receiver that is dead, and at others.
  [attempts('connection')]: '0+60x120',
  [attempts('delivered')]: '0+6x120',
  'textrail_unreadable_blobs_total{prefix="source"}': '0x120',
  'textrail_missing_copies{topic="textrail.keys"}': '0x120',
  'textrail_expiring_topics{topic="textrail.keys"}': '0x120',
  'textrail_lost_records_total{topic="requests-bulk"}': '0x120',
  'textrail_poison_records_total{topic="keys"}': '0x120',
  [underReplicated('textrail.keys')]: '0x120',
  // Topics of other users on the same brokers.
  [underReplicated('elsewhere')]: '1x120',
  'kafka_topic_partitions{topic="textrail.keys"}': '1x120',
  [leader('textrail.keys')]: '2x120',
  [redisMemory('used', 'a')]: '790x120',
  [redisMemory('max', 'a')]: '1000x120',
  // An instance without a maximum.
  [redisMemory('used', 'b')]: '790x120',
  [redisMemory('max', 'b')]: '0x120',
};

/** What each alert needs on top of the quiet history, and the labels that it fires with. */
const HISTORIES: Readonly<Record<string, { series: Series; without?: string; labels?: Series }>> = {
  TextrailSilent: { series: {}, without: waiting('projector'), labels: { consumer: 'projector' } },
  // A few callers a minute, none of whom is served.
  TextrailCallersWait: {
    series: { [oldest('extractor-interactive')]: '11 0 11 0 11'.concat(' 11 0'.repeat(60)) },
  },
  TextrailAnswersFail: { series: { [answers('503')]: '0+12x120' } },
  TextrailNotReady: { series: { [probes('200')]: '1000x120' } },
  TextrailReadModelBehind: { series: { [oldest('projector')]: '6x120' } },
  TextrailServerSlow: { series: calls('kafka', 2), labels: { server: 'kafka' } },
  TextrailTimeouts: { series: { [answers('504')]: '0+18x120' } },
  TextrailJobsWait: { series: { [oldest('extractor-bulk')]: '1801x120' } },
  TextrailWebhooksWait: { series: { [oldest('webhooker')]: '301x120' } },
  TextrailWebhooksFail: { series: { [attempts('delivered')]: '600x120' } },
  TextrailWorkersKilled: { series: { [documents('memory')]: '0+60x120' }, labels: { outcome: 'memory' } },
  TextrailBlobsUnreadable: {
    series: { 'textrail_unreadable_blobs_total{prefix="source"}': '0x110 1x10' },
    labels: { prefix: 'source' },
  },
  TextrailCopiesMissing: {
    series: { 'textrail_missing_copies{topic="textrail.keys"}': '1x120' },
    labels: { topic: 'textrail.keys' },
  },
  TextrailLogExpires: {
    series: { 'textrail_expiring_topics{topic="textrail.keys"}': '1x120' },
    labels: { topic: 'textrail.keys' },
  },
  // Found at a start, so the series begins with it.
  TextrailRecordsLost: {
    series: { 'textrail_lost_records_total{topic="requests-bulk"}': '_x110 9x10' },
    labels: { topic: 'requests-bulk' },
  },
  TextrailWebhooksLost: { series: { textrail_lost_webhooks: '0x110 4x10' } },
  TextrailJobsLost: { series: { textrail_lost_jobs: '0x110 4x10' } },
  TextrailKafkaUnderReplicated: {
    series: { [underReplicated('textrail.keys')]: '1x120' },
    labels: { topic: 'textrail.keys' },
  },
  TextrailKafkaLeaderless: {
    series: {},
    without: leader('textrail.keys'),
    labels: { topic: 'textrail.keys' },
  },
  TextrailRedisNearlyFull: { series: { [redisMemory('used', 'a')]: '810x120' } },
  TextrailPoison: {
    series: { 'textrail_poison_records_total{topic="keys"}': '0x110 1x10' },
    labels: { topic: 'keys' },
  },
};

/** Asserts which alerts fire two hours into a history. */
async function check(series: Series, firing: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-alerts-'));
  const file = join(folder, 'test.yaml');
  const samples = firing.map(labels => ({ labels, value: 1 }));
  const tests = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [{ expr: 'ALERTS{alertstate="firing"}', eval_time: '2h', exp_samples: samples }],
      },
    ],
  };
  writeFileSync(file, stringify(tests));
  try {
    await run((await promtool()) ?? '', ['test', 'rules', file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const skip =
  (await promtool()) === undefined && 'promtool is not here, and there is no Debian to take it from';

describe('the alerts over made histories', { skip }, () => {
  test('are rules that Prometheus understands', async () => {
    await run((await promtool()) ?? '', ['check', 'rules', RULES]);
  });

  test('are silent while nothing is wrong', async () => {
    await check(QUIET, []);
  });

  for (const { alert, labels } of alerts)
    test(`${alert} fires on its own history, and no other does`, async () => {
      const history = HISTORIES[alert];
      assert.ok(history, 'every alert has a history');
      const series = Object.entries({ ...QUIET, ...history.series }).filter(
        ([name]) => name !== history.without,
      );
      const all = { alertname: alert, alertstate: 'firing', ...labels, ...history.labels };
      const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
      await check(Object.fromEntries(series), [`ALERTS{${text.join(', ')}}`]);
    });
});

/** A projector that hangs does not answer scrapes either, so its own lag is missing instead of high. */
test('TextrailReadModelBehind fires for a projector that says nothing of itself', { skip }, async () => {
  const ofProjector = [oldest('projector'), waiting('projector')];
  const others = Object.entries(QUIET).filter(([name]) => !ofProjector.includes(name));
  const series = { ...Object.fromEntries(others), textrail_read_model_age_seconds: '1x115 21+60x4' };
  await check(series, [
    'ALERTS{alertname="TextrailReadModelBehind", alertstate="firing", severity="page"}',
    'ALERTS{alertname="TextrailSilent", alertstate="firing", consumer="projector", severity="page"}',
  ]);
});

test('every alert names its part of the runbook', () => {
  for (const { alert, annotations } of alerts)
    assert.equal(annotations.runbook_url, `docs/operations.md#${alert.toLowerCase()}`);
});

const COMPATIBLE = ['tika', 'openwebui', 'docling'];

test('alerts and dashboards that look at answers see every address that takes documents, and no probe', () => {
  const texts = [
    readFileSync(RULES, 'utf8'),
    ...Object.values(DASHBOARDS).map(text => text().replaceAll('\\"', '"')),
  ];
  const selectors = texts
    .flatMap(text =>
      [...text.matchAll(/textrail_request(?:s_total|_seconds_bucket)\{([^}]*)\}/g)].map(
        match => match[1] ?? '',
      ),
    )
    // Only probes tell whether anybody is ready.
    .filter(selector => !selector.includes('route="/readyz"'));
  assert.ok(selectors.length >= 6);
  const { paths } = openApi({ compat: COMPATIBLE, mcp: true }) as { paths: Record<string, object> };
  const documents = Object.keys(paths).filter(path => 'post' in paths[path]! || 'put' in paths[path]!);
  for (const service of COMPATIBLE) assert.ok(documents.some(path => path.startsWith(`/${service}-compat/`)));
  const probes = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/',
    '/docs',
    '/docling-compat/health',
    '/tika-compat/version',
  ];
  for (const selector of selectors) {
    const matchers = [...selector.matchAll(/route([=!])~"([^"]*)"/g)];
    const isSeen = (path: string) =>
      matchers.every(([, sign, pattern]) => new RegExp(`^(?:${pattern})$`).test(path) === (sign === '='));
    assert.deepEqual(
      documents.filter(path => !isSeen(path)),
      [],
      selector,
    );
    assert.deepEqual(probes.filter(isSeen), [], selector);
  }
});
