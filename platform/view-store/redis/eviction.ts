/** Checks that the server does not evict just any key: that would silently remove parts of the read model. */
import type { Keyspace } from './keyspace.ts';

/** Keys that expire (windows, breakers, claims) may be evicted; all others must stay. */
const EVICTS_ANYTHING = /^allkeys-/;

export class WrongEviction extends Error {
  override readonly name = 'WrongEviction';
}

/** Throws an error of one line. A server that does not tell its policy is accepted. */
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
