/**
 * Grafana's dashboards, declared as tables; `npm run generate:docs` writes them to deploy/grafana. They only use
 * metrics that tests know.
 */

interface Panel {
  title: string;
  /** What a change of its values means. */
  description: string;
  unit: 's' | 'reqps' | 'short' | 'percentunit' | 'bytes';
  /** PromQL expressions and their legends. */
  queries: Readonly<Record<string, string>>;
}

interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

const rate = (metric: string, by: string, where = '') =>
  `sum by (${by}) (rate(${metric}${where === '' ? '' : `{${where}}`}[$__rate_interval]))`;
const quantile = (q: number, metric: string, by: string, where = '') =>
  `histogram_quantile(${q}, ${rate(`${metric}_bucket`, by === '' ? 'le' : `le, ${by}`, where)})`;
const STAGE = 'textrail_stage_seconds';
const SERVER = 'textrail_server_seconds';
/** All requests with documents, through compatible addresses as well, without the probes that clients of those send. */
const CALLERS = 'route=~"/v1/.+|/mcp|/.+-compat/.+",route!~".+/(health|version)"';
/** Stages that a caller waits for; nobody waits for a webhook. */
const AWAITED = 'lane!="bulk",stage!="deliver"';

const OVERVIEW: Dashboard = {
  uid: 'textrail-overview',
  title: 'Textrail: overview',
  panels: [
    {
      title: 'Answers by status',
      description:
        '503 and 500 are ours; 504 are documents that took too long; 429 a key that sends too much.',
      unit: 'reqps',
      queries: { '{{status}}': rate('textrail_requests_total', 'status', CALLERS) },
    },
    {
      title: 'Time of an answer',
      description: 'Of callers who wait and of polls. If it rises, the next panel says in which stage.',
      unit: 's',
      queries: {
        'p50 {{route}}': quantile(0.5, 'textrail_request_seconds', 'route', CALLERS),
        'p95 {{route}}': quantile(0.95, 'textrail_request_seconds', 'route', CALLERS),
      },
    },
    {
      title: 'p95 of each stage, callers who wait',
      description:
        'queue: too few extractors, or Kafka where workers are idle. parse, ocr: other documents, or less CPU. store: S3 where fetch rises too. project: Redis; a line that ends: the projector hangs. Where several rise alike, the next panel tells them apart.',
      unit: 's',
      queries: { '{{stage}}': quantile(0.95, STAGE, 'stage', AWAITED) },
    },
    {
      title: 'Seconds that callers spend in each stage, a second',
      description:
        'What a few slow documents cost among many quick ones shows here, where a p95 hides it. 10 of queue: ten callers wait for a worker all the time.',
      unit: 'short',
      queries: { '{{stage}}': rate(`${STAGE}_sum`, 'stage', AWAITED) },
    },
    {
      title: 'p95 of a call to each server',
      description:
        'Kafka, Redis and S3 as our processes see them, readiness probes included. Where one of them rose and the others did not, it is the cause; all at once: our own processor time. See TextrailServerSlow.',
      unit: 's',
      queries: { '{{server}}': quantile(0.95, SERVER, 'server') },
    },
    {
      title: 'Oldest that waits',
      description:
        'What extractors scale on; see TextrailCallersWait, TextrailJobsWait, TextrailWebhooksWait. A line that ends: nobody of that role answers. The read model as ingest sees it: rises while the projector hangs, or Kafka or Redis is away.',
      unit: 's',
      queries: {
        '{{consumer}}': 'max by (consumer) (textrail_oldest_waiting_seconds)',
        'read model, seen by ingest': 'max(textrail_read_model_age_seconds)',
      },
    },
    {
      title: 'How documents end',
      description: 'completed, or the code of the error.',
      unit: 'reqps',
      queries: { '{{outcome}}': rate('textrail_extractions_total', 'outcome') },
    },
    {
      title: 'Workers',
      description: 'All busy and some waiting: add extractors, or EXTRACT_WORKERS with CPU and memory.',
      unit: 'short',
      queries: { '{{lane}} {{state}}': 'sum by (lane, state) (textrail_workers)' },
    },
    {
      title: 'Event loop, p99',
      description:
        'A process that chokes answers late whatever its workers do. One alone: stopped or throttled where its processor time fell, busy where it rose. All: the machine.',
      unit: 's',
      queries: { '{{pod}}': 'max by (pod) (nodejs_eventloop_lag_p99_seconds)' },
    },
    {
      title: 'Memory of each process',
      description: 'Of services, without their workers.',
      unit: 'bytes',
      queries: { '{{pod}}': 'max by (pod) (process_resident_memory_bytes)' },
    },
  ],
};

const STAGES: Dashboard = {
  uid: 'textrail-stages',
  title: "Textrail: one document's way",
  panels: [
    ...(['accept', 'queue', 'fetch', 'parse', 'ocr', 'store', 'project', 'deliver'] as const).map(
      (stage): Panel => ({
        title: stage,
        description: `Duration of the stage ${stage}, and how often it failed; a trace shows the same of one document.`,
        unit: 's',
        queries: {
          'p50 {{lane}}': quantile(0.5, STAGE, 'lane', `stage="${stage}"`),
          'p95 {{lane}}': quantile(0.95, STAGE, 'lane', `stage="${stage}"`),
          'failed a second': `sum(rate(${STAGE}_count{stage="${stage}",outcome="failed"}[$__rate_interval]))`,
        },
      }),
    ),
    {
      title: 'p95 in the worker by format',
      description:
        'Which kind of document became slow; unknown: its worker was killed before it said what it read.',
      unit: 's',
      queries: { '{{format}}': quantile(0.95, STAGE, 'format', 'stage=~"parse|ocr"') },
    },
    {
      title: 'Documents by format',
      description: 'What callers send.',
      unit: 'reqps',
      queries: { '{{format}}': rate(`${STAGE}_count`, 'format', 'stage=~"parse|ocr"') },
    },
  ],
};

const PLANS: Dashboard = {
  uid: 'textrail-plans',
  title: 'Textrail: callers by plan',
  panels: [
    {
      title: 'Documents accepted, by plan',
      description:
        'Plans that the code knows, `other` for all others. A single key has no series of its own: `keys busiest` names them.',
      unit: 'reqps',
      queries: { '{{key_class}}': rate(`${STAGE}_count`, 'key_class', 'stage="accept",outcome="ok"') },
    },
    {
      title: 'Documents refused or failed on their way in, by plan',
      description: 'Rate, quota, breaker, malformed uploads, outages.',
      unit: 'reqps',
      queries: { '{{key_class}}': rate(`${STAGE}_count`, 'key_class', 'stage="accept",outcome="failed"') },
    },
    {
      title: 'Time until accepted, p95 by plan',
      description: 'Uploads included: slow lines show here.',
      unit: 's',
      queries: { '{{key_class}}': quantile(0.95, STAGE, 'key_class', 'stage="accept"') },
    },
    {
      title: 'Connections that were given up',
      description: 'Much of it from one moment on is an attack, or a line that broke.',
      unit: 'reqps',
      queries: { '{{why}}': rate('textrail_connections_cut_total', 'why') },
    },
    {
      title: 'Documents that gave way to another key',
      description: 'A key that holds workers for long while others wait.',
      unit: 'reqps',
      queries: { '{{lane}}': rate('textrail_set_back_documents_total', 'lane') },
    },
  ],
};

/** The metrics of other exporters are listed in tests/deploy/manifests/dashboards.deploy.test.ts. */
const SERVERS: Dashboard = {
  uid: 'textrail-servers',
  title: 'Textrail: Kafka, Redis and S3',
  panels: [
    {
      title: 'p95 of each kind of call',
      description:
        'append: until every copy in sync has the events. get and put grow with the documents; check is the readiness probe, which is always as small, where something asks for it.',
      unit: 's',
      queries: { '{{server}} {{operation}}': quantile(0.95, SERVER, 'server, operation') },
    },
    {
      title: 'p95 of a call, as each process sees it',
      description: 'One process alone: its own way to the server, or its own processor time.',
      unit: 's',
      queries: { '{{pod}} {{server}}': quantile(0.95, SERVER, 'pod, server') },
    },
    {
      title: 'Calls that failed',
      description: 'No answer in time, a connection that broke, a server that cannot serve now.',
      unit: 'reqps',
      queries: {
        '{{server}} {{operation}}': rate(`${SERVER}_count`, 'server, operation', 'outcome="failed"'),
      },
    },
    {
      title: 'Events that wait, by consumer',
      description: 'As Textrail counts them.',
      unit: 'short',
      queries: { '{{consumer}}': 'sum by (consumer) (textrail_waiting_records)' },
    },
    {
      title: 'Lag of the groups',
      description: 'As Kafka counts it (kafka-exporter).',
      unit: 'short',
      queries: {
        '{{consumergroup}}': 'sum by (consumergroup) (kafka_consumergroup_lag{consumergroup=~"textrail.+"})',
      },
    },
    {
      title: 'Under-replicated partitions',
      description: 'Anything above 0 for longer than a rollout of the brokers is a broker that is away.',
      unit: 'short',
      queries: { 'under-replicated': 'sum(kafka_topic_partition_under_replicated_partition)' },
    },
    {
      title: 'Missing copies',
      description: 'See TextrailCopiesMissing.',
      unit: 'short',
      queries: { '{{topic}}': 'max by (topic) (textrail_missing_copies)' },
    },
    {
      title: 'Memory of Redis',
      description: 'Near its maximum the read model stands still (redis_exporter).',
      unit: 'bytes',
      queries: { used: 'max(redis_memory_used_bytes)', maximum: 'max(redis_memory_max_bytes)' },
    },
    {
      title: 'From an outcome until it is shown, p95',
      description: 'Redis or the projector.',
      unit: 's',
      queries: { project: quantile(0.95, STAGE, '', 'stage="project"') },
    },
  ],
};

const COLUMNS = 2;
const PANEL = { width: 12, height: 8 };

function dashboard({ uid, title, panels }: Dashboard): string {
  const source = { type: 'prometheus', uid: '$datasource' };
  const model = {
    uid,
    title,
    tags: ['textrail'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    links: [{ title: 'Textrail', type: 'dashboards', tags: ['textrail'], asDropdown: true }],
    panels: panels.map(({ title, description, unit, queries }, at) => ({
      id: at + 1,
      type: 'timeseries',
      title,
      description,
      datasource: source,
      gridPos: {
        x: (at % COLUMNS) * PANEL.width,
        y: Math.floor(at / COLUMNS) * PANEL.height,
        w: PANEL.width,
        h: PANEL.height,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      options: {
        legend: { displayMode: 'list', placement: 'bottom' },
        tooltip: { mode: 'multi', sort: 'desc' },
      },
      targets: Object.entries(queries).map(([legendFormat, expr], query) => ({
        refId: String.fromCharCode('A'.charCodeAt(0) + query),
        datasource: source,
        expr,
        legendFormat,
      })),
    })),
  };
  return `${JSON.stringify(model, null, 2)}\n`;
}

/** Generators of the files, by path. */
export const DASHBOARDS: Readonly<Record<string, () => string>> = Object.fromEntries(
  [OVERVIEW, STAGES, PLANS, SERVERS].map(each => [`deploy/grafana/${each.uid}.json`, () => dashboard(each)]),
);
