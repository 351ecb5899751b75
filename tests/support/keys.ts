/** API keys for tests, issued beside the running service as an operator does. */
import { quotaResetSeconds } from '../../core/quota/quota.ts';
import { openDistributed } from '../../platform/distributed.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { SqliteEventLog } from '../../platform/event-log/sqlite/sqlite-event-log.ts';
import { issueKey as issue, revokeKey as revoke } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../../platform/settings.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { Client } from './client.ts';
import { MODE } from './mode.ts';
import type { Environment, Place, Service } from './service.ts';
import { sleep, until } from './waiting.ts';

export interface KeyOptions {
  quota?: number;
  /** Requests a minute; undefined: RATE_LIMIT_PER_MINUTE. */
  rate?: number;
  name?: string;
}

export interface TestKey {
  keyId: string;
  apiKey: string;
  client: Client;
}

/** More than any test sends in a minute. */
const NO_LIMIT = 1_000_000;

/** No test that counts documents takes longer. None begins in this time before a month's end. */
const CLEAR_MS = 60_000;

/** Waits if the UTC month is about to end, because a key's usage then restarts from zero. */
async function clearOfMonthsEnd(): Promise<void> {
  const endsInMs = quotaResetSeconds(Date.now()) * 1_000 - Date.now();
  if (endsInMs < CLEAR_MS) await sleep(endsInMs + 1_000);
}

/** Issues a key; resolves once the service accepts it. By default it has no limits. */
export async function issueKey(
  service: Place,
  { quota = NO_LIMIT, rate = NO_LIMIT, name }: KeyOptions = {},
): Promise<TestKey> {
  await clearOfMonthsEnd();
  const options = { name: name ?? null, plan: 'test', monthlyQuota: quota, rateLimitPerMinute: rate };
  const { keyId, apiKey } = await withLog(service, log => issue(log, options));
  const client = new Client(service, apiKey);
  await until('the key to be known', async () => (await client.poll('none')).status === 404);
  return { keyId, apiKey, client };
}

export function revokeKey(service: Service, keyId: string): Promise<void> {
  return withLog(service, log => revoke(log, keyId));
}

/**
 * Polls until the key is refused. Returns when the last poll that was still accepted began, in ms after this call.
 * However late a busy machine answers, no poll that begins after AUTH_CACHE_SECONDS may be accepted.
 */
export async function lastAcceptedMs(client: Client): Promise<number> {
  const since = performance.now();
  let last = 0;
  await until('the refusal', async () => {
    const begunMs = performance.now() - since;
    const { status } = await client.poll('none');
    if (status === 404) last = begunMs;
    return status === 403;
  });
  return last;
}

/** Open platforms by their service's environment, kept while they are used. */
const platforms = new Map<string, { users: number; opening: Promise<Platform> }>();

/**
 * Shares one platform between all who want it at the same moment: two dozen tests that begin at once would open two
 * dozen, each a tenth of a second of CPU.
 */
async function withPlatform<T>(
  environment: Environment,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(environment);
  const open = () => openDistributed(readSettings(environment, true), createTelemetry('silent'), 'tests');
  const shared = platforms.get(name) ?? { users: 0, opening: open() };
  platforms.set(name, shared);
  shared.users++;
  try {
    return await work(await shared.opening);
  } finally {
    shared.users--;
    if (shared.users === 0) {
      platforms.delete(name);
      const platform = await shared.opening.catch(() => undefined);
      await platform?.close();
    }
  }
}

/** Opens the event log of a running service from this process, as the operator's commands do. */
export async function withLog<T>(service: Place, work: (log: EventLog) => Promise<T>): Promise<T> {
  if (MODE === 'distributed') return withPlatform(service.environment, ({ log }) => work(log));
  const database = new JournalDatabase(service.dataFolder);
  const log = new SqliteEventLog(database);
  return work(log).finally(async () => {
    await log.close();
    database.close();
  });
}
