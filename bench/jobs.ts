/** Accepting jobs, and what a backlog of them does to callers who wait. */
import { load, TINY_HTML } from './load.ts';
import { startService } from './service.ts';

const BACKLOG_JOBS = 2_000;
const SECONDS = 6;

export async function jobs(): Promise<void> {
  const service = await startService();
  try {
    await load(service, { callers: 4, seconds: 2, document: TINY_HTML });
    const accepting = await load(service, {
      callers: 16,
      seconds: 3,
      path: '/v1/extract?async=true',
      document: TINY_HTML,
    });
    console.log(
      `accepting jobs, 16 callers: ${accepting.perSecond.toFixed(0)}/s (bar: 200), p50 ${accepting.p50.toFixed(1)} ms`,
    );
    await drained(service.base);
    const calm = await load(service, { callers: 2, seconds: SECONDS, document: TINY_HTML });
    const document = heavy();
    for (let accepted = 0; accepted < BACKLOG_JOBS; ) {
      const batch = await load(service, { callers: 8, seconds: 1, path: '/v1/extract?async=true', document });
      accepted += batch.statuses.get(202) ?? 0;
    }
    const behind = await load(service, { callers: 2, seconds: SECONDS, document: TINY_HTML });
    const left = await waiting(service.base);
    const change = (behind.p95 / calm.p95 - 1) * 100;
    console.log(
      `synchronous p95: calm ${calm.p95.toFixed(2)} ms, with a backlog ${behind.p95.toFixed(2)} ms: ${change.toFixed(0)} % (bar: 25)`,
    );
    console.log(
      `p50: calm ${calm.p50.toFixed(2)} ms, with a backlog ${behind.p50.toFixed(2)} ms; jobs still waiting at the end: ${left}`,
    );
  } finally {
    await service.stop();
  }
}

/** About half a second of parsing: a job worth queueing. */
function heavy(): Buffer {
  const row = `<tr>${'<td>cell <b>of</b> a table</td>'.repeat(12)}</tr>`;
  return Buffer.from(`<html><body><table>${row.repeat(1_500)}</table></body></html>`);
}

async function waiting(base: string): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return Number(/textrail_waiting_records\{consumer="extractor-bulk"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

async function drained(base: string): Promise<void> {
  while ((await waiting(base)) > 0) await new Promise(resolve => setTimeout(resolve, 200));
}
