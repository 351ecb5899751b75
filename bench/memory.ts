/** Memory at rest and after thousands of documents, and the time to readiness. */
import { load, TINY_HTML } from './load.ts';
import { startService } from './service.ts';

/** Enough documents to fill every cache. */
const DOCUMENTS = 20_000;
const CALLERS = 16;
const LINES = 10;
const SETTLE_MS = 3_000;

export async function memory(): Promise<void> {
  const service = await startService();
  try {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    console.log(`ready after ${(service.readyMs / 1000).toFixed(2)} s (bar: 3)`);
    console.log(`at rest, workers included: ${service.memoryMb().toFixed(0)} MB proportional (bar: 400)`);
    for (let done = 0, next = 0; done < DOCUMENTS; ) {
      const measured = await load(service, { callers: CALLERS, seconds: 1, document: TINY_HTML });
      done += measured.statuses.get(200) ?? 0;
      if (done < next) continue;
      console.log(`after ${done} documents: ${service.memoryMb().toFixed(0)} MB`);
      next += DOCUMENTS / LINES;
    }
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    console.log(`at rest again: ${service.memoryMb().toFixed(0)} MB`);
  } finally {
    await service.stop();
  }
}
