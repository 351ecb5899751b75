/** Gives a key another secret, and returns it only if it is valid. */
import { acceptedSecrets, type KeyState } from '../../core/keys/key.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { rotateKey } from '../../platform/keys.ts';
import { told } from '../moments.ts';
import { keyNow } from './keys-now.ts';

/**
 * Returns the key's new text and its new state; the previous secret is accepted until `previousUntil` (epoch ms).
 * Rejects if concurrent rotations made the new secret void, because a caller must not get a secret that is never
 * accepted. Also rejects while the secret before the last one is still accepted: callers may still use it and were
 * promised that time, and a key has at most two secrets.
 */
export async function rotation(
  log: EventLog,
  keyId: string,
  previousUntil: number,
): Promise<{ apiKey: string; key: KeyState }> {
  const { previousSecret } = await keyNow(log, keyId);
  const now = Date.now();
  if (previousSecret !== undefined && now < previousSecret.until && now < previousUntil)
    throw new Error(
      `the key ${keyId} was rotated already: the secret before that is accepted until ${told(previousSecret.until)}, and another rotation would end it at once; --overlap 0 does so`,
    );
  const { apiKey, secretSha256 } = await rotateKey(log, keyId, previousUntil);
  const key = await keyNow(log, keyId);
  if (!acceptedSecrets(key, Date.now()).includes(secretSha256))
    throw new Error(`the key ${keyId} was rotated again meanwhile: only the secret of that rotation holds`);
  return { apiKey, key };
}
