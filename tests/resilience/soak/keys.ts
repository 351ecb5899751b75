/** The keys of a soak: its callers' own, and others that are issued and revoked while faults happen. */
import { issueKey, revokeKey } from '../../../platform/keys.ts';
import { Client } from '../../support/client.ts';
import { withLog } from '../../support/keys.ts';
import { sleep, until } from '../../support/waiting.ts';
import type { Ledger } from './ledger.ts';
import type { Prey } from './prey.ts';
import type { Random } from './random.ts';

export interface Key {
  keyId: string;
  apiKey: string;
  /** Requests a minute; `quota`: documents a month. */
  rate: number;
  quota: number;
}

export const PLENTY = 1_000_000;
const KINDS = [
  { rate: PLENTY, quota: PLENTY },
  { rate: PLENTY, quota: PLENTY },
  { rate: PLENTY, quota: 30 },
  { rate: 40, quota: PLENTY },
];
const LONGEST_LIFE_MS = 10_000;
const ASK_MS = 100;
/** AUTH_CACHE_SECONDS of the soak and a second for the way. Later requests must be refused or told to retry. */
const REVOKED_AFTER_MS = 3_000;
const WATCHED_MS = 20_000;

async function issue(prey: Prey, { rate, quota }: Pick<Key, 'rate' | 'quota'>): Promise<Key> {
  const options = { name: null, plan: 'test', monthlyQuota: quota, rateLimitPerMinute: rate };
  const { keyId, apiKey } = await withLog(prey.place, log => issueKey(log, options));
  return { keyId, apiKey, rate, quota };
}

/**
 * The status for polling a job that does not exist: 404 for a known key, 403 for others; undefined if a fault prevents
 * an answer.
 */
async function ask(prey: Prey, { apiKey }: Key, at: number): Promise<number | undefined> {
  const bases = prey.bases();
  const client = new Client({ base: bases[at % bases.length] ?? '' }, apiKey);
  return (await client.poll('none').catch(() => undefined))?.status;
}

async function issueKnown(prey: Prey, kind: Pick<Key, 'rate' | 'quota'>): Promise<Key> {
  const key = await issue(prey, kind);
  await until('the key to be known', async () => (await ask(prey, key, 0)) === 404);
  return key;
}

/** A key without limits. */
export const issueAmpleKey = (prey: Prey): Promise<Key> => issueKnown(prey, { rate: PLENTY, quota: PLENTY });

export async function issueKeys(prey: Prey): Promise<Key[]> {
  const keys: Key[] = [];
  for (const kind of KINDS) keys.push(await issueKnown(prey, kind));
  return keys;
}

/**
 * Issues and revokes one key after the other. A key that was accepted once must be accepted until it is revoked, and
 * refused soon after.
 */
export async function comeAndGo(
  prey: Prey,
  random: Random,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const key = await issue(prey, { rate: PLENTY, quota: PLENTY }).catch(() => undefined);
    if (key === undefined) continue;
    const life = Date.now() + random.next() * LONGEST_LIFE_MS;
    let known = false;
    for (let at = 0; Date.now() < life; at++) {
      const status = await ask(prey, key, at);
      known ||= status === 404;
      if (known && status === 403 && !ledger.mayBelieveOld())
        ledger.violation(`key ${key.keyId} was accepted and is refused`);
      await sleep(ASK_MS);
    }
    const revoked = withLog(prey.place, log => revokeKey(log, key.keyId));
    await revoked.then(
      () => void refusedSoon(prey, key, ledger, signal),
      () => ledger.count('key whose revocation was not acknowledged'),
    );
  }
}

async function refusedSoon(prey: Prey, key: Key, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const revokedAt = Date.now();
  let isRefused = false;
  for (let at = 0; Date.now() < revokedAt + WATCHED_MS && !signal.aborted; at++) {
    const askedAt = Date.now();
    const status = await ask(prey, key, at);
    isRefused ||= status === 403;
    if (status === 404 && askedAt > revokedAt + REVOKED_AFTER_MS)
      return ledger.violation(`key ${key.keyId} is accepted ${askedAt - revokedAt} ms after it was revoked`);
    await sleep(ASK_MS);
  }
  ledger.count(isRefused ? 'key issued and revoked' : 'key revoked, and nobody could say so');
}
