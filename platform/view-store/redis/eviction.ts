/** Whether the server keeps what it is given: one that evicts any key would take pieces out of the read model unseen. */
import type { Keyspace } from './keyspace.ts';

/** What has an end of its own (windows, breakers, claims) may go before it; everything else must stay. */
const EVICTS_ANYTHING = /^allkeys-/;

export class WrongEviction extends Error {
  override readonly name = 'WrongEviction';
}

/** Throws one clear line. A server that does not tell is believed. */
export async function checkEviction(keyspace: Pick<Keyspace, 'redis' | 'reach'>): Promise<void> {
  const told = await keyspace.reach(() =>
    keyspace.redis.info('memory').catch(error => {
      if (/^(NOPERM|ERR)/.test(String(error?.message))) return '';
      throw error;
    }),
  );
  const policy = /^maxmemory_policy:(\S+)/m.exec(told)?.[1] ?? '';
  if (EVICTS_ANYTHING.test(policy))
    throw new WrongEviction(
      `REDIS_URL: the server may evict any key (maxmemory-policy ${policy}): set noeviction`,
    );
}
