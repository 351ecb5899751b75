/**
 * Checks that the server holds our keys. Every node of a Redis Cluster answers PING and INFO, but MOVED for keys that
 * another node holds: a role would be ready and yet do nothing. A Sentinel answers PING and INFO too, and has no
 * commands for keys.
 */
import { ViewStoreUnavailable } from '../view-store.ts';
import type { Keyspace } from './keyspace.ts';

export class WrongNode extends Error {
  override readonly name = 'WrongNode';
}

/** Throws an error of one line. All our keys are in one slot. */
export async function checkNode(keyspace: Pick<Keyspace, 'redis' | 'reach' | 'prefix'>): Promise<void> {
  try {
    await keyspace.reach(() => keyspace.redis.exists(`${keyspace.prefix}live`));
  } catch (error) {
    const said = error instanceof ViewStoreUnavailable ? error.cause : error;
    if (said instanceof Error && /^ERR unknown command/.test(said.message))
      throw new WrongNode(
        'REDIS_URL: a Sentinel, which holds no keys: set the address of a proxy that follows the primary (docs/operations.md, "Redis with Sentinel")',
      );
    const [, node] = (said instanceof Error && /^(?:MOVED|ASK) \d+ (\S+)/.exec(said.message)) || [];
    if (node === undefined) throw error;
    throw new WrongNode(
      `REDIS_URL: a node of a Redis Cluster that does not hold the keys of ${keyspace.prefix} (${node} does): set a Redis without cluster mode, or a cluster of one shard`,
    );
  }
}
