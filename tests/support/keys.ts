/** API keys for tests: issued beside the running service, as an operator does it. */
import { openDistributed } from '../../platform/distributed.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { SqliteEventLog } from '../../platform/event-log/sqlite/sqlite-event-log.ts';
import { issueKey as issue, revokeKey as revoke } from '../../platform/keys.ts';
import { readSettings } from '../../platform/settings.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { Client } from './client.ts';
import { MODE } from './mode.ts';
import type { Place, Service } from './service.ts';
import { until } from './waiting.ts';

export interface KeyOptions {
  quota?: number;
  /** Undefined: RATE_LIMIT_PER_MINUTE. */
  rate?: number;
  name?: string;
}

export interface TestKey {
  keyId: string;
  apiKey: string;
  client: Client;
}

/** Beyond what any test sends in a minute. */
const NO_LIMIT = 1_000_000;

/** A key that the service accepts by the time this resolves. Without options nothing limits it. */
export async function issueKey(
  service: Place,
  { quota = NO_LIMIT, rate = NO_LIMIT, name }: KeyOptions = {},
): Promise<TestKey> {
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
 * Asks until the key is refused; answers when the last question was begun to which it was not, in ms after this was called. However
 * late a busy machine answers, what was begun beyond AUTH_CACHE_SECONDS is never accepted.
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

/** The event log of a running service, opened from this process as the operator's commands open it. */
export async function withLog<T>(service: Place, work: (log: EventLog) => Promise<T>): Promise<T> {
  if (MODE === 'distributed') {
    const settings = readSettings(service.environment, true);
    const platform = await openDistributed(settings, createTelemetry('silent'), 'tests');
    return work(platform.log).finally(() => platform.close());
  }
  const database = new JournalDatabase(service.dataFolder);
  const log = new SqliteEventLog(database);
  return work(log).finally(async () => {
    await log.close();
    database.close();
  });
}
