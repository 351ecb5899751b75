/**
 * The cost of a synchronous answer beyond the extraction itself, the answers a second for 16 callers, and which share
 * that is of the documents a second that the workers can read alone.
 */
import { WorkerPool } from '../services/extractor/worker/pool.ts';
import { linesPdf, load, loadPaced, percentiles, TINY_HTML } from './load.ts';
import { CORES, startService } from './service.ts';

const WARM_SECONDS = 3;
const SECONDS = 8;
const CALLERS = 16;
const PAGE = linesPdf(1, 40);

export async function synchronous(): Promise<void> {
  const extraction = await extractionAlone();
  const service = await startService();
  try {
    await load(service, { callers: CALLERS, seconds: WARM_SECONDS, document: TINY_HTML });
    const one = await load(service, { callers: 1, seconds: SECONDS, document: TINY_HTML });
    const sixteen = await load(service, { callers: CALLERS, seconds: SECONDS, document: TINY_HTML });
    const half = { perSecond: sixteen.perSecond / 2, seconds: SECONDS, document: TINY_HTML };
    const paced = await loadPaced(service, half);
    await load(service, { callers: CALLERS, seconds: WARM_SECONDS, document: PAGE });
    const pages = await load(service, { callers: CALLERS, seconds: SECONDS, document: PAGE });
    const alonePages = await pagesAlone();
    const again = await extractionAlone();
    const alone = Math.min(extraction, again);
    console.log(`extraction alone (worker, 1.4 kB HTML): p50 ${alone.toFixed(2)} ms`);
    console.log(
      `1 caller: p50 ${one.p50.toFixed(2)} ms, p95 ${one.p95.toFixed(2)} ms, ${one.perSecond.toFixed(0)}/s`,
    );
    console.log(`over the extraction itself: p50 ${(one.p50 - alone).toFixed(2)} ms (bar: 6)`);
    console.log(
      `16 callers: ${sixteen.perSecond.toFixed(0)} answers/s (bar: 500), p50 ${sixteen.p50.toFixed(1)} ms, p95 ${sixteen.p95.toFixed(1)} ms, statuses ${JSON.stringify([...sixteen.statuses])}`,
    );
    console.log(
      `half of that rate, by chance: ${paced.perSecond.toFixed(0)}/s, p50 ${paced.p50.toFixed(2)} ms, p99 ${paced.p99.toFixed(2)} ms: ${(paced.p99 / paced.p50).toFixed(1)} times (bar: 5)`,
    );
    console.log(
      `one-page PDF, 16 callers: ${pages.perSecond.toFixed(0)} answers/s, p50 ${pages.p50.toFixed(1)} ms; the workers alone ${alonePages.toFixed(0)}/s: ${(pages.perSecond / alonePages).toFixed(2)} of it (bar: 0.9)`,
    );
  } finally {
    await service.stop();
  }
}

/** One-page PDFs a second that warmed workers read, with nothing around them but their pipes. */
async function pagesAlone(): Promise<number> {
  const pool = await poolOf(CORES);
  const readFor = async (seconds: number) => {
    const end = performance.now() + seconds * 1000;
    let count = 0;
    const caller = async () => {
      for (; performance.now() < end; count++) await pool.run({ format: 'text' }, PAGE, end + 30_000);
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    return count / seconds;
  };
  await readFor(WARM_SECONDS);
  const perSecond = await readFor(SECONDS);
  await pool.close();
  return perSecond;
}

async function poolOf(workers: number): Promise<WorkerPool> {
  const options = {
    memoryMb: 1024,
    lowPriority: false,
    ocrLanguages: ['eng'],
    standing: workers,
    most: workers,
    documentsPerWorker: 1e9,
    reserve: 0,
  };
  const pool = new WorkerPool(options);
  await pool.ready();
  return pool;
}

/** p50 of a warmed worker in ms: the least that any way to an answer costs. */
export async function extractionAlone(): Promise<number> {
  const pool = await poolOf(1);
  const times: number[] = [];
  for (let count = 0; count < 600; count++) {
    const begin = performance.now();
    await pool.run({ format: 'text' }, TINY_HTML, performance.now() + 10_000);
    if (count >= 200) times.push(performance.now() - begin);
  }
  await pool.close();
  return percentiles(times).p50;
}
