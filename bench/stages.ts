/**
 * Where a waiting caller's request spends its time: CPU of the service's own process by stage, from V8's sampling profiler;
 * CPU of the extraction, measured alone; and how long each stage lasts, from the service's metrics. 16 callers, tiny HTML, the
 * embedded default. An argument names the folder of another build to be measured instead (`.`: this one), a second the file that
 * a flame graph of the service's own process is written to, as SVG.
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
import { load, TINY_HTML } from './load.ts';
import { startService } from './service.ts';
import { type CpuProfile, microsecondsByStage } from './stage-samples.ts';

const CALLERS = 16;
const WARM_SECONDS = 8;
const SECONDS = 12;
/** Of the profiler. */
const INTERVAL_US = 250;
const WARM_DOCUMENTS = 500;
const DOCUMENTS = 2_000;

export async function stages(): Promise<void> {
  const [, program, flameGraphFile] = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'textrail-stages-'));
  const flags = `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=${INTERVAL_US}`;
  const service = await startService({ NODE_OPTIONS: flags }, program);
  let stopped: Promise<void> | undefined;
  try {
    await load(service, { callers: CALLERS, seconds: WARM_SECONDS, document: TINY_HTML });
    const before = { at: monotonicUs(), cpu: service.ownCpuSeconds(), waits: await stageSums(service.base) };
    const answers = await load(service, { callers: CALLERS, seconds: SECONDS, document: TINY_HTML });
    const after = { at: monotonicUs(), cpu: service.ownCpuSeconds(), waits: await stageSums(service.base) };
    stopped = service.stop();
    await stopped;
    const requests = [...answers.statuses.values()].reduce((sum, count) => sum + count, 0);
    const cpuUs = ((after.cpu - before.cpu) * 1e6) / requests;
    console.log(
      `${requests} requests, ${answers.perSecond.toFixed(0)} a second, ${cpuUs.toFixed(0)} µs of CPU each`,
    );
    const profile = largestProfile(folder);
    if (flameGraphFile !== undefined) {
      const root = `${pathToFileURL(resolve(program ?? '.')).href}/`;
      writeFileSync(flameGraphFile, flameGraph(profile, before.at, after.at, root));
    }
    const samples = microsecondsByStage(profile, before.at, after.at);
    const all = [...samples.values()].reduce((sum, each) => sum + each, 0);
    console.log('\nstage of the service          CPU µs a request');
    for (const [stage, us] of [...samples].toSorted((a, b) => b[1] - a[1])) row(stage, (us / all) * cpuUs);
    console.log('\nin the worker                 CPU µs a document');
    for (const [stage, us] of await extractionUs()) row(stage, us);
    console.log('\nhow long it lasts             µs a request');
    for (const [stage, { seconds, count }] of after.waits) {
      const earlier = before.waits.get(stage) ?? { seconds: 0, count: 0 };
      if (count > earlier.count) row(stage, ((seconds - earlier.seconds) / (count - earlier.count)) * 1e6);
    }
  } finally {
    await (stopped ?? service.stop());
    rmSync(folder, { recursive: true });
  }
}

function row(stage: string, us: number): void {
  console.log(`${stage.padEnd(30)}${us.toFixed(0).padStart(8)}`);
}

/** The clock that V8 stamps its profiles with. */
const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

/** Operators' commands that issued the key have left theirs, too. */
function largestProfile(folder: string): CpuProfile {
  const files = readdirSync(folder).map(name => join(folder, name));
  const [largest = ''] = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  return JSON.parse(readFileSync(largest, 'utf8')) as CpuProfile;
}

/** Sums and counts of `textrail_stage_seconds`, by stage. */
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

/** What a warm worker does with the document, step by step. */
async function extractionUs(): Promise<Map<string, number>> {
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
    const bytes = new Uint8Array(TINY_HTML);
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
