/** Keys as the log has them now, not the read model: right beside a service that is down or behind. */
import { evolveKey, isKeyEvent, type KeyState } from '../../core/keys/key.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { everyRecord } from '../open-platform.ts';

/** By id. */
export async function keysNow(log: EventLog): Promise<Map<string, KeyState>> {
  const keys = new Map<string, KeyState>();
  for (const { event } of await everyRecord(log, ['keys'])) {
    if (!isKeyEvent(event)) continue;
    const state = evolveKey(keys.get(event.key_id), event);
    if (state !== undefined) keys.set(event.key_id, state);
  }
  return keys;
}

/** Rejects where there is no such key. */
export async function keyNow(log: EventLog, keyId: string): Promise<KeyState> {
  const key = (await keysNow(log)).get(keyId);
  if (key === undefined) throw new Error(`there is no key ${keyId}`);
  return key;
}
