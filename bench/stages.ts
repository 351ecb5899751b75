/**
 * Where a waiting caller's request spends its time: CPU of the service's own process by stage, from V8's sampling
 * profiler; CPU of the workers and of the extraction, measured alone; and how long each stage lasts, from the service's
 * metrics. The load is 16 callers with tiny HTML, then with a PDF of one page, then tiny HTML at the rate at which the
 * PDF was answered: rare requests share no commit and find the processor's caches cold. Runs the embedded default.
 * Arguments: the folder of another build to measure instead (`.`: this one), and the file to which a flame graph of the
 * service's own process is written, as SVG.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { renderPlainText } from '../core/render/plain-text.ts';
import { ceilingsFor } from '../services/extractor/budget.ts';
import { detect } from '../services/extractor/detection/detect.ts';
import { EMBEDDED_LIMITS, EmbeddedDocuments } from '../services/extractor/embedded.ts';
import { loadFormats } from '../services/extractor/registry.ts';
import { ownOcr } from '../services/extractor/worker/extract.ts';
import { flameGraph } from './flame-graph.ts';
import { linesPdf, load, loadPaced, type Measured, TINY_HTML } from './load.ts';
import { type BenchService, startService } from './service.ts';
import { type CpuProfile, microsecondsByStage } from './stage-samples.ts';

const CALLERS = 16;
const WARM_SECONDS = 8;
const SECONDS = 12;
const PDF = linesPdf(1, 40);
/** Sampling interval of the profiler. */
const INTERVAL_US = 1_000;
const WARM_DOCUMENTS = 500;
const DOCUMENTS = 1_000;

/** The measurements under one kind of load. */
interface Window {
  name: string;
  /** µs of the profile's clock. */
  from: number;
  until: number;
  requests: number;
  perSecond: number;
  /** CPU µs a request, of the service's own process and of its workers. */
  ownUs: number;
  workersUs: number;
  /** How long each stage lasts on average, in µs. */
  lasts: Map<string, number>;
}

export async function stages(): Promise<void> {
  const [, program, flameGraphFile] = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'textrail-stages-'));
  const flags = `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=${INTERVAL_US}`;
  const service = await startService({ NODE_OPTIONS: flags }, program);
  let stopped: Promise<void> | undefined;
  try {
    const windows = await measured(service);
    stopped = service.stop();
    await stopped;
    const profile = largestProfile(folder);
    const [first] = windows;
    if (flameGraphFile !== undefined && first !== undefined) {
      const root = `${pathToFileURL(resolve(program ?? '.')).href}/`;
      writeFileSync(flameGraphFile, flameGraph(profile, first.from, first.until, root));
    }
    table('', new Map(windows.map(each => [each.name, figuresOf(each)])));
    table('stage of the service, CPU µs', new Map(windows.map(each => [each.name, stagesOf(profile, each)])));
    table(
      'in a worker, CPU µs',
      new Map([
        ['tiny HTML', await extractionUs(TINY_HTML)],
        ['PDF', await extractionUs(PDF)],
      ]),
    );
    table('how long it lasts, µs', new Map(windows.map(({ name, lasts }) => [name, lasts])));
  } finally {
    await (stopped ?? service.stop());
    rmSync(folder, { recursive: true });
  }
}

async function measured(service: BenchService): Promise<Window[]> {
  const by16 = (document: Buffer, seconds: number) => load(service, { callers: CALLERS, seconds, document });
  await by16(TINY_HTML, WARM_SECONDS);
  const html = await windowOf(service, 'tiny HTML', () => by16(TINY_HTML, SECONDS));
  await by16(PDF, WARM_SECONDS);
  const pdf = await windowOf(service, 'PDF', () => by16(PDF, SECONDS));
  const paced = { perSecond: pdf.perSecond, seconds: SECONDS, document: TINY_HTML };
  return [html, pdf, await windowOf(service, 'HTML as seldom', () => loadPaced(service, paced))];
}

async function windowOf(service: BenchService, name: string, work: () => Promise<Measured>): Promise<Window> {
  const begin = { from: monotonicUs(), cpu: cpuUs(service), sums: await stageSums(service.base) };
  const { statuses, perSecond } = await work();
  const end = { until: monotonicUs(), cpu: cpuUs(service), sums: await stageSums(service.base) };
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    name,
    from: begin.from,
    until: end.until,
    requests,
    perSecond,
    ownUs: (end.cpu.own - begin.cpu.own) / requests,
    workersUs: (end.cpu.workers - begin.cpu.workers) / requests,
    lasts: lastsOf(begin.sums, end.sums),
  };
}

function cpuUs(service: BenchService): { own: number; workers: number } {
  const own = service.ownCpuSeconds() * 1e6;
  return { own, workers: service.cpuSeconds() * 1e6 - own };
}

const figuresOf = ({ requests, perSecond, ownUs, workersUs }: Window): Map<string, number> =>
  new Map([
    ['requests', requests],
    ['a second', perSecond],
    ['CPU µs a request, service', ownUs],
    ['CPU µs a request, workers', workersUs],
  ]);

/** The stages' CPU µs a request: the profile's shares of the time that the system counted. */
function stagesOf(profile: CpuProfile, { from, until, ownUs }: Window): Map<string, number> {
  const samples = microsecondsByStage(profile, from, until);
  const all = [...samples.values()].reduce((sum, each) => sum + each, 0);
  return new Map([...samples].map(([stage, us]) => [stage, (us / all) * ownUs]));
}

/** Prints a table with a column for each kind of load, rows sorted by the first column. */
function table(title: string, columns: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
  const names = new Set([...columns.values()].flatMap(column => [...column.keys()]));
  const [first] = columns.values();
  const sorted = [...names].toSorted((one, other) => (first?.get(other) ?? 0) - (first?.get(one) ?? 0));
  console.log(`\n${title.padEnd(32)}${[...columns.keys()].map(name => name.padStart(16)).join('')}`);
  for (const name of sorted) {
    const figures = [...columns.values()].map(column => (column.get(name) ?? 0).toFixed(0).padStart(16));
    console.log(`${name.padEnd(32)}${figures.join('')}`);
  }
}

/** The time in µs by the clock that V8 stamps its profiles with. */
const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

/** The service's profile: the commands that issued the key left smaller ones in the same folder. */
function largestProfile(folder: string): CpuProfile {
  const files = readdirSync(folder).map(name => join(folder, name));
  const [largest = ''] = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  return JSON.parse(readFileSync(largest, 'utf8')) as CpuProfile;
}

/** Sums (s) and counts of `textrail_stage_seconds` by stage. */
async function stageSums(base: string): Promise<Map<string, { seconds: number; count: number }>> {
  const text = await (await request(`${base}/metrics`)).body.text();
  const sums = new Map<string, { seconds: number; count: number }>();
  for (const [, kind, stage = '', value] of text.matchAll(
    /^textrail_stage_seconds_(sum|count)\{.*?stage="(\w+)".*?\} (\S+)$/gm,
  )) {
    const known = sums.get(stage) ?? { seconds: 0, count: 0 };
    sums.set(stage, known);
    known[kind === 'sum' ? 'seconds' : 'count'] += Number(value);
  }
  return sums;
}

function lastsOf(before: Awaited<ReturnType<typeof stageSums>>, after: typeof before): Map<string, number> {
  const found = new Map<string, number>();
  for (const [stage, { seconds, count }] of after) {
    const earlier = before.get(stage) ?? { seconds: 0, count: 0 };
    if (count > earlier.count)
      found.set(stage, ((seconds - earlier.seconds) / (count - earlier.count)) * 1e6);
  }
  return found;
}

/** CPU µs of each step that a warm worker takes with the document. */
async function extractionUs(document: Buffer): Promise<Map<string, number>> {
  const steps = new Map<string, number>();
  const timed = async <T>(step: string, work: () => T | Promise<T>): Promise<T> => {
    const begin = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(begin);
    steps.set(step, (steps.get(step) ?? 0) + user + system);
    return result;
  };
  const formats = await loadFormats();
  const ocr = await ownOcr();
  for (let count = -WARM_DOCUMENTS; count < DOCUMENTS; count++) {
    if (count === 0) steps.clear();
    const bytes = new Uint8Array(document);
    const found = await timed('detection', () => detect(bytes, formats));
    const reading = { ocr, ceilings: ceilingsFor(bytes.length) };
    const embedded = EmbeddedDocuments.within(reading, formats, EMBEDDED_LIMITS);
    const { contentType } = found;
    const parsed = await timed('parse', () =>
      found.format.parse({ bytes, contentType }, { ...reading, embedded }),
    );
    await timed('render', () => Buffer.from(JSON.stringify(renderPlainText(parsed))));
  }
  return new Map([...steps].map(([step, us]) => [step, us / DOCUMENTS]));
}
