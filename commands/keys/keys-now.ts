/** Keys as they are in the log now, not in the read model: correct even if a service is down or behind. */
import { evolveKey, isKeyEvent, type KeyState } from '../../core/keys/key.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { everyRecord } from '../open-platform.ts';

/** All keys by id. */
export async function keysNow(log: EventLog): Promise<Map<string, KeyState>> {
  const keys = new Map<string, KeyState>();
  for (const { event } of await everyRecord(log, ['keys'])) {
    if (!isKeyEvent(event)) continue;
    const state = evolveKey(keys.get(event.key_id), event);
    if (state !== undefined) keys.set(event.key_id, state);
  }
  return keys;
}

/** The key. Rejects if it does not exist. */
export async function keyNow(log: EventLog, keyId: string): Promise<KeyState> {
  const key = (await keysNow(log)).get(keyId);
  if (key === undefined) throw new Error(`there is no key ${keyId}`);
  return key;
}
