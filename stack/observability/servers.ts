/**
 * Prometheus with our rules, and an OpenTelemetry collector that writes the spans it gets to a file: `up
 * --observability`. The files that Grafana needs are written too, for a Grafana installed on the machine: package
 * registries have none.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { buildOnce, debianPackage } from '../build-once.ts';
import { goCommand } from '../go.ts';
import { PORTS, STACK_DIR, type StackState } from '../state.ts';
import { ensureRunning, livingPid, type Server, stopServer } from '../supervise.ts';
import { onPath, run, say } from '../tools.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const COLLECTOR = 'otel-collector-0.160.0';
const SCRAPE_INTERVAL = '5s';

/** Spans received by the collector, one line of OTLP's JSON for each batch. */
export const SPANS_FILE = join(STACK_DIR, 'collector', 'spans.jsonl');
/** Written by `npm run cluster` with the addresses of its processes. */
const TARGETS_FILE = join(STACK_DIR, 'prometheus', 'targets.json');

export const prometheusAddress = (state: StackState) =>
  `http://127.0.0.1:${state.portBase + PORTS.prometheus}`;
const collectorAddress = (state: StackState) => `http://127.0.0.1:${state.portBase + PORTS.collector}`;

/** Additional settings for the services. */
export const observabilitySettings = (state: StackState): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress(state),
  PROMETHEUS_TARGETS_FILE: TARGETS_FILE,
});

export async function up(state: StackState): Promise<void> {
  const [prometheus, collector] = [await prepareProgram(), await prepareCollector()];
  provisionGrafana(state);
  await Promise.all([
    ensureRunning(planPrometheus(prometheus, state)),
    ensureRunning(planCollector(collector, state)),
  ]);
  say(
    `Prometheus: ${prometheusAddress(state)}; spans: ${SPANS_FILE}; dashboards: npm run stack -- dashboard`,
  );
}

const bare =
  (name: string, offset: number) =>
  (state: StackState): Server => ({
    name,
    folder: STACK_DIR,
    port: state.portBase + offset,
    file: '',
    args: [],
    isReady: async () => false,
  });
const KNOWN = [bare('prometheus', PORTS.prometheus), bare('collector', PORTS.collector)];

export async function down(state: StackState): Promise<void> {
  await Promise.all(KNOWN.map(server => stopServer(server(state))));
}

export async function running(state: StackState): Promise<{ name: string; port: number; pid: number }[]> {
  const all = await Promise.all(
    KNOWN.map(async server => ({ server: server(state), pid: await livingPid(server(state)) })),
  );
  return all.flatMap(({ server: { name, port }, pid }) => (pid ? [{ name, port, pid }] : []));
}

async function prepareProgram(): Promise<string> {
  return onPath('prometheus') ?? join(await debianPackage('prometheus'), 'usr', 'bin', 'prometheus');
}

async function prepareCollector(): Promise<string> {
  const folder = await buildOnce(COLLECTOR, async partial => {
    say('building the OpenTelemetry collector with Go: some minutes, once');
    const source = join(partial, 'source');
    cpSync(join(import.meta.dirname, 'collector'), source, { recursive: true });
    await run(await goCommand(), ['build', '-mod=mod', '-ldflags=-s -w', '-o', join(partial, 'collector')], {
      cwd: source,
    });
  });
  return join(folder, 'collector');
}

function folderOf(name: string): string {
  const folder = join(STACK_DIR, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function planPrometheus(file: string, state: StackState): Server {
  const folder = folderOf('prometheus');
  const config = join(folder, 'prometheus.yaml');
  const settings = {
    global: { scrape_interval: SCRAPE_INTERVAL, evaluation_interval: SCRAPE_INTERVAL },
    rule_files: [join(REPOSITORY, 'deploy', 'prometheus', 'textrail.rules.yaml')],
    scrape_configs: [
      { job_name: 'textrail', file_sd_configs: [{ files: [TARGETS_FILE], refresh_interval: '5s' }] },
    ],
  };
  writeFileSync(config, stringify(settings));
  const address = prometheusAddress(state);
  return {
    name: 'prometheus',
    folder: STACK_DIR,
    port: state.portBase + PORTS.prometheus,
    file,
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(address).host}`,
    ],
    isReady: async () => (await fetch(`${address}/-/ready`)).ok,
  };
}

function planCollector(file: string, state: StackState): Server {
  const config = join(folderOf('collector'), 'collector.yaml');
  const address = collectorAddress(state);
  const settings = {
    receivers: { otlp: { protocols: { http: { endpoint: new URL(address).host } } } },
    exporters: { file: { path: SPANS_FILE, flush_interval: '500ms' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], exporters: ['file'] } },
    },
  };
  writeFileSync(config, stringify(settings));
  return {
    name: 'collector',
    folder: STACK_DIR,
    port: state.portBase + PORTS.collector,
    file,
    args: [`--config=file:${config}`],
    isReady: async () => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${address}/v1/traces`, { method: 'POST', headers, body: '{}' })).ok;
    },
  };
}

/** Writes Grafana's own configuration: the address of Prometheus and the path of the dashboards. */
function provisionGrafana(state: StackState): void {
  const files = {
    datasources: {
      apiVersion: 1,
      datasources: [
        { name: 'Prometheus', type: 'prometheus', url: prometheusAddress(state), isDefault: true },
      ],
    },
    dashboards: {
      apiVersion: 1,
      providers: [{ name: 'textrail', options: { path: '/var/lib/grafana/dashboards' } }],
    },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folderOf(join('grafana', name)), 'textrail.yaml'), stringify(content));
}
