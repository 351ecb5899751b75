/**
 * Checks that the server accepts writes. One that is full (OOM), cannot save (MISCONF), lacks replicas (NOREPLICAS) or
 * was made a replica (READONLY) still answers every read. A check that only reads would call every role ready although
 * none could accept or finish a document.
 */
import { ViewStoreUnavailable } from '../view-store.ts';
import type { Keyspace } from './keyspace.ts';

/** The probe's value expires by itself. */
const PROBE_LIFE_MS = 60_000;

/**
 * Rejects with the server's own words. False: this user may not write and so needs no writes; do not check again,
 * because the server logs every refused command.
 */
export async function checkWrites(keyspace: Pick<Keyspace, 'redis' | 'reach' | 'prefix'>): Promise<boolean> {
  // Scripts are routed by this key, so every user may write it; nothing reads it.
  const probe = `${keyspace.prefix}slot`;
  try {
    await keyspace.reach(() => keyspace.redis.set(probe, '', 'PX', PROBE_LIFE_MS));
    return true;
  } catch (error) {
    const said = error instanceof ViewStoreUnavailable ? error.cause : error;
    if (!(said instanceof Error && said.message.startsWith('NOPERM'))) throw error;
    return false;
  }
}
