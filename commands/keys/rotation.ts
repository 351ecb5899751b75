/** Another secret for a key, told only where it holds. */
import { acceptedSecrets, type KeyState } from '../../core/keys/key.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { rotateKey } from '../../platform/keys.ts';
import { told } from '../moments.ts';
import { keyNow } from './keys-now.ts';

/**
 * The key's new text, and the key as it is then; the secret before it is accepted until `previousUntil` (epoch ms). Rejects
 * where rotations of the same moment made the new secret void: one that nobody accepts must not be handed to a caller; and while
 * the secret before the last one is accepted, which callers may have still and were promised: a key has two at the most.
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
