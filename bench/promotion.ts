/**
 * What a request leaves in the old generation of the service's own process, and so how often all of that is collected. Each full
 * collection takes processor time from the callers of that moment: of 100 requests, the slowest.
 * `npm run bench -- promotion [FOLDER...]`: other builds, in turns with this one.
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

/** From what V8 prints: the heap after each collection of the young generation is larger by what was promoted. */
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
