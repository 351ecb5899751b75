/**
 * How fast jobs are accepted, and what a backlog of them does to callers who wait. Arguments: the number of jobs, and
 * of pages in each.
 */
import { type Load, linesPdf, load, type Measured, submitJobs, TINY_HTML } from './load.ts';
import { type BenchService, startService } from './service.ts';

const BACKLOG_JOBS = 2_000;
/** Pages that take some tenths of a second to parse, so that 2,000 jobs are accepted long before they are done. */
const PAGES = 80;
const LINES_PER_PAGE = 20;
const WINDOWS = 3;
const WINDOW_SECONDS = 4;
const CALLERS = 2;

export async function jobs(): Promise<void> {
  const [, count = BACKLOG_JOBS, pages = PAGES] = process.argv.slice(2).map(Number);
  const service = await startService();
  try {
    await load(service, { callers: 4, seconds: 3, document: TINY_HTML });
    const path = '/v1/extract?async=true';
    const accepting = await load(service, { callers: 16, seconds: 3, path, document: TINY_HTML });
    console.log(
      `accepting jobs, 16 callers: ${accepting.perSecond.toFixed(0)}/s (bar: 200), p50 ${accepting.p50.toFixed(1)} ms, statuses ${JSON.stringify([...accepting.statuses])}`,
    );
    await drained(service.base);
    const calm = await windows(service);
    const startedAt = performance.now();
    await submitJobs(service, count, linesPdf(pages, LINES_PER_PAGE));
    const acceptedIn = (performance.now() - startedAt) / 1000;
    console.log(`${count} jobs of ${pages} pages accepted in ${acceptedIn.toFixed(1)} s`);
    const behind = await windows(service);
    const left = await waiting(service.base);
    const change = (behind.p95 / calm.p95 - 1) * 100;
    console.log(
      `synchronous p95, ${CALLERS} callers: calm ${calm.p95.toFixed(2)} ms, with a backlog ${behind.p95.toFixed(2)} ms: ${change.toFixed(0)} % (bar: 25)`,
    );
    console.log(
      `p50: calm ${calm.p50.toFixed(2)} ms, with a backlog ${behind.p50.toFixed(2)} ms; jobs still waiting at the end: ${left}`,
    );
  } finally {
    await service.kill();
  }
}

/** Medians of several windows, so that one hiccup of a shared machine does not matter. */
async function windows(service: BenchService): Promise<{ p50: number; p95: number }> {
  const options: Load = { callers: CALLERS, seconds: WINDOW_SECONDS, document: TINY_HTML };
  const measured: Measured[] = [];
  for (let window = 0; window < WINDOWS; window++) measured.push(await load(service, options));
  const middle = (times: number[]) => times.toSorted((one, other) => one - other)[WINDOWS >> 1] ?? 0;
  return { p50: middle(measured.map(({ p50 }) => p50)), p95: middle(measured.map(({ p95 }) => p95)) };
}

/** Records of the bulk lane that wait; the service counts up to a thousand. */
async function waiting(base: string): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return Number(/textrail_waiting_records\{consumer="extractor-bulk"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

async function drained(base: string): Promise<void> {
  while ((await waiting(base)) > 0) await new Promise(resolve => setTimeout(resolve, 200));
}
