/**
 * How much memory a request leaves in the old generation of the service's own process, and so how often a full
 * collection is due. Each full collection takes processor time from the callers of that moment and makes the slowest of
 * 100 requests.
 * `npm run bench -- promotion [FOLDER...]`: measures other builds in turn with this one.
 */
import { load, TINY_HTML } from './load.ts';
import { startService } from './service.ts';

const CALLERS = 4;
const WARM_SECONDS = 10;
const SECONDS = 20;
const ROUNDS = 3;

export async function promotion(): Promise<void> {
  const [, ...others] = process.argv.slice(2);
  for (let round = 0; round < ROUNDS; round++) {
    for (const program of others) await measured(program);
    await measured();
  }
}

async function measured(program?: string): Promise<void> {
  const service = await startService({}, program, ['--trace-gc']);
  try {
    await load(service, { callers: 16, seconds: WARM_SECONDS, document: TINY_HTML });
    const from = service.printed().length;
    const { perSecond } = await load(service, { callers: CALLERS, seconds: SECONDS, document: TINY_HTML });
    const { promotedMb, full } = collections(service.printed().slice(from));
    const bytes = (promotedMb * 1e6) / (perSecond * SECONDS);
    const fullPerThousand = (full * 1e3) / (perSecond * SECONDS);
    console.log(
      `${program ?? 'this build'}: ${perSecond.toFixed(0)} answers/s, ${bytes.toFixed(0)} bytes of each promoted, ${fullPerThousand.toFixed(2)} full collections a thousand`,
    );
  } finally {
    await service.stop();
  }
}

/** Reads V8's trace: between two collections of the young generation the heap grows by what was promoted. */
function collections(trace: string): { promotedMb: number; full: number } {
  let promotedMb = 0;
  let full = 0;
  let before: number | undefined;
  for (const [, kind, after] of trace.matchAll(/ms: (Scavenge|Mark-Compact)[^>]*-> ([\d.]+) /g)) {
    if (kind === 'Scavenge' && before !== undefined) promotedMb += Number(after) - before;
    if (kind !== 'Scavenge') full++;
    before = kind === 'Scavenge' ? Number(after) : undefined;
  }
  return { promotedMb, full };
}
