/**
 * `node commands/check.ts URL…`: waits at most ten minutes until the roles at all these addresses are ready, and
 * meanwhile prints what each lacks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../platform/reason.ts';
import { endWithReader } from './closed-output.ts';
import { fail, understood } from './usage.ts';

const LIMIT_MS = 600_000;
const PAUSE_MS = 2_000;
const ANSWER_LIMIT_MS = 5_000;

/** Why the role is not ready; undefined if it is. */
async function problemOf(base: string): Promise<string | undefined> {
  try {
    const answer = await fetch(new URL('/readyz', base), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    if (answer.ok) return undefined;
    const { problems } = (await answer.json()) as { problems: string[] };
    return problems.join('; ');
  } catch (error) {
    return reasonOf(error);
  }
}

function addresses(): string[] {
  try {
    return understood('node commands/check.ts URL…', () => {
      const args = process.argv.slice(2);
      return args.length > 0 && args.every(arg => URL.canParse(arg)) ? args : undefined;
    });
  } catch (error) {
    fail('check', error);
    process.exit();
  }
}

endWithReader('check');
const bases = addresses();
const end = performance.now() + LIMIT_MS;
const said = new Map<string, string>();
let isReady = false;
while (!isReady && performance.now() < end) {
  const problems = await Promise.all(bases.map(problemOf));
  for (const [at, base] of bases.entries()) {
    const now = problems[at] ?? 'ready';
    if (said.get(base) !== now) process.stdout.write(`${base}: ${now}\n`);
    said.set(base, now);
  }
  isReady = problems.every(problem => problem === undefined);
  if (!isReady) await sleep(PAUSE_MS);
}
process.exitCode = isReady ? 0 : 1;
