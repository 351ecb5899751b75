/** Causes faults at random times, chosen by the seed. TEXTRAIL_SOAK_FAULTS: only faults whose name matches it. */
import { sleep } from '../../support/waiting.ts';
import type { Ledger } from './ledger.ts';
import type { Prey } from './prey.ts';
import type { Random } from './random.ts';

const FAULTS = new RegExp(process.env.TEXTRAIL_SOAK_FAULTS ?? '');
const LONGEST_PEACE_MS = 5_000;

export async function strike(prey: Prey, random: Random, ledger: Ledger, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  const faults = prey.faults.filter(({ name }) => FAULTS.test(name));
  while (Date.now() < end) {
    await sleep(random.next() * LONGEST_PEACE_MS);
    const fault = random.weighted(faults);
    ledger.count(`fault: ${fault.name}`);
    process.stderr.write(`${new Date().toISOString()} ${fault.name}\n`);
    await fault.strike(random);
  }
}
