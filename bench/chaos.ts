/**
 * The soak at the load of the other benchmarks: sends as many documents as the cores can serve while processes,
 * workers, servers and networks fail, and then checks that every accepted document ended once, is metered once and can
 * be fetched.
 * `npm run bench -- chaos [SECONDS] [SEED]`; with TEXTRAIL_TEST_MODE=distributed it runs on its own Kafka, Redis and
 * S3.
 */
import { startDistributedPrey } from '../tests/resilience/soak/distributed-prey.ts';
import { startEmbeddedPrey } from '../tests/resilience/soak/embedded-prey.ts';
import { issueAmpleKey } from '../tests/resilience/soak/keys.ts';
import { Ledger } from '../tests/resilience/soak/ledger.ts';
import { Random } from '../tests/resilience/soak/random.ts';
import { startReceivers } from '../tests/resilience/soak/receivers.ts';
import { strike } from '../tests/resilience/soak/strikes.ts';
import { closeBooks } from '../tests/resilience/soak/verdict.ts';
import { MODE } from '../tests/support/mode.ts';
import { Flood } from './flood.ts';

const SECONDS = 60;
const CALLERS = 16;
const SETTINGS = {
  LOG_LEVEL: 'warn',
  EXTRACT_WORKERS: '2',
  SYNC_BUDGET_MS: '8000',
  WEBHOOK_SIGNING_SECRET: 'whsec_chaos',
  AUTH_CACHE_SECONDS: '2',
  DRAIN_MS: '8000',
};

export async function chaos(): Promise<void> {
  const [, seconds = SECONDS, seed = 1] = process.argv.slice(2).map(Number);
  const random = new Random(seed);
  const ledger = new Ledger();
  const start = MODE === 'embedded' ? startEmbeddedPrey : startDistributedPrey;
  const [prey, receivers] = await Promise.all([start(SETTINGS, ledger), startReceivers()]);
  try {
    const key = await issueAmpleKey(prey);
    const flood = new Flood({ bases: prey.bases(), key, ledger, callers: CALLERS });
    const ending = new AbortController();
    const flooding = flood.run(ending.signal);
    await strike(prey, random, ledger, seconds);
    ending.abort();
    await flooding;
    await prey.heal();
    await flood.close();
    await closeBooks({ prey, ledger, keys: [key], receivers });
    await prey.stop();
    report(flood.bySecond, ledger, seed);
  } finally {
    await Promise.all([prey.destroy(), receivers.close()]);
  }
  // The soak's modules load node:test, which would otherwise report at the end that no tests were run.
  process.exit();
}

function report(bySecond: readonly number[], ledger: Ledger, seed: number): void {
  const rates = Array.from(bySecond, count => count ?? 0).sort((one, other) => one - other);
  const kept = rates.reduce((sum, count) => sum + count, 0);
  const quarter = rates[Math.floor(rates.length * 0.75)] ?? 0;
  console.log(
    `${MODE}, seed ${seed}: ${kept} documents accepted or answered in ${rates.length} s; the best quarter of seconds ${quarter} and more, the best ${rates.at(-1)}`,
  );
  for (const [what, count] of [...ledger.counts].sort()) console.log(`${count} x ${what}`);
  console.log(`${ledger.violations.length} violations`);
  for (const violation of ledger.violations.slice(0, 20)) console.log(violation);
  if (ledger.violations.length > 0) process.exitCode = 1;
}
