/**
 * `npm run bench -- scans [PAGES]` on the running stack: a scan is read by one extractor and by two, each with one
 * worker, in turns. Prints the ratio of time × workers, two over one, and the same without the time in which a worker
 * could have run but had no core. Each extractor has a core of its own where the system can pin processes. The scan is
 * a PDF of JPEG pages at 200 dpi, built in code. Its caller waits for it, so workers run at the usual priority.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { lendingRatio } from './lending.ts';
import { FORM_TYPE, form, percentiles, type ServiceAddress } from './load.ts';
import { type Environment, type Role, startRole, unlimited } from './roles.ts';
import { scannedPage, scannedPdf } from './scanned-pdf.ts';
import { cleanUp, surroundings } from './surroundings.ts';
import { threadsBelow, waitedSince } from './waited-for-cores.ts';

const PAGES = 200;
const ROUNDS = [1, 2, 1, 2, 1, 2];
/**
 * The probe for the faster arithmetic begins after three seconds. Only extractors that compute alike share pages, so
 * wait for it.
 */
const PROBED_MS = 8_000;
const WARM_PAGES = 12;
/** Time of a scanned page on a quiet core, in ms. */
const PAGE_MS = 750;
const HOUR_MS = '3600000';
const BAR = 1.2;

interface Round {
  /** Seconds × workers. */
  workerSeconds: number;
  /** Seconds in which workers waited for a core. */
  waitedSeconds: number;
  /** Pages read by an extractor other than the one with the document. */
  elsewhere: number;
}

export async function scans(): Promise<void> {
  const pages = Number(process.argv[3] ?? PAGES);
  const [short, long] = await Promise.all([scannedPdf(WARM_PAGES), scannedPdf(pages)]);
  const environment: Environment = {
    ...surroundings(),
    SYNC_BUDGET_MS: HOUR_MS,
    ASYNC_THRESHOLD_BYTES: '1000000000',
    EXTRACT_WORKERS: '1',
  };
  const running: Role[] = [];
  const start = async (role: string, core?: number) => {
    const started = await startRole(role, environment, core);
    running.push(started);
    await started.ready;
    return started;
  };
  try {
    const page = await scannedPage();
    for (const extractors of [2, 4]) {
      const ratio = await lendingRatio(environment, page, { extractors, pages, pageMs: PAGE_MS });
      console.log(
        `${extractors} extractors whose workers sleep: time x workers ${ratio.toFixed(2)} of one's (bar: ${BAR})`,
      );
    }
    const [ingest] = await Promise.all([start('ingest'), start('projector')]);
    const service = unlimited(ingest, environment);
    const rounds: Record<number, Round[]> = { 1: [], 2: [] };
    for (const count of ROUNDS) {
      const extractors = await Promise.all(
        Array.from({ length: count }, (_, at) => start('extractor', coreOf(at))),
      );
      await sleep(PROBED_MS);
      await round(service, extractors, short);
      const measured = await round(service, extractors, long);
      const { workerSeconds, waitedSeconds, elsewhere } = measured;
      rounds[count]?.push(measured);
      console.log(
        `${count} of one worker: ${pages} pages in ${(workerSeconds / count).toFixed(1)} s, ${elsewhere} of them elsewhere; without a core ${waitedSeconds.toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`,
      );
      await Promise.all(extractors.map(extractor => extractor.stop()));
    }
    const ratio = (of: (round: Round) => number) =>
      (percentiles((rounds[2] ?? []).map(of)).p50 / percentiles((rounds[1] ?? []).map(of)).p50).toFixed(2);
    console.log(
      `time x workers of two over one: ${ratio(each => each.workerSeconds)} (bar: ${BAR}), less the time without a core ${ratio(each => each.workerSeconds - each.waitedSeconds)}, medians`,
    );
  } finally {
    await Promise.all(running.map(role => role.stop()));
    await cleanUp(environment, [environment.S3_ENDPOINT ?? '']);
  }
}

async function round(service: ServiceAddress, extractors: readonly Role[], document: Buffer): Promise<Round> {
  const counts = () => Promise.all(extractors.map(each => each.counter('textrail_pages_for_others_total')));
  const before = sum(await counts());
  const threads = () => extractors.map(({ pid }) => threadsBelow(pid));
  const threadsBefore = threads();
  const startedAt = performance.now();
  const answer = await request(`${service.base}/v1/extract`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': FORM_TYPE },
    body: form(document),
    dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text.slice(0, 300)}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const none = new Map();
  return {
    workerSeconds: seconds * extractors.length,
    waitedSeconds: sum(threads().map((now, at) => waitedSince(threadsBefore[at] ?? none, now))),
    elsewhere: sum(await counts()) - before,
  };
}

function coreOf(at: number): number | undefined {
  const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;
  return canPin ? availableParallelism() - 1 - at : undefined;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);
