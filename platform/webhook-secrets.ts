/**
 * The secret that signs one API key's webhooks: derived from the operator's, so that none is stored and whoever holds one
 * can neither check nor forge what is sent for another key.
 */
import { createHmac } from 'node:crypto';
import { type KeyState, webhookGenerations } from '../core/keys/key.ts';

/** HMAC-SHA256 (RFC 2104) of what the secret is for, under the operator's; `generation` counts a key's secrets from 1. */
export function webhookSecretOf(operatorSecret: string, keyId: string, generation: number): string {
  const purpose = `textrail webhook secret\n${keyId}\n${generation}`;
  return `whsec_${createHmac('sha256', operatorSecret).update(purpose).digest('hex')}`;
}

/** The one to be shown: of the newest operator's secret. */
export function shownWebhookSecret(
  operatorSecrets: readonly string[],
  keyId: string,
  key?: KeyState,
): string {
  const [newest = ''] = operatorSecrets;
  return webhookSecretOf(newest, keyId, key?.webhookSecret?.generation ?? 1);
}

/**
 * Everything that signs a delivery for a key at `at` (epoch ms): the operator's secrets first, then the key's own under
 * each of them, newest first.
 */
export function signingSecrets(
  operatorSecrets: readonly string[],
  keyId: string,
  key: KeyState | undefined,
  at: number,
): string[] {
  const own = webhookGenerations(key, at).flatMap(generation =>
    operatorSecrets.map(secret => webhookSecretOf(secret, keyId, generation)),
  );
  return [...operatorSecrets, ...own];
}
