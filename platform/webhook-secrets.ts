/**
 * The secret that signs one API key's webhooks. It is derived from the operator's secret, so none is stored, and a
 * caller who has one can neither check nor forge deliveries for another key.
 */
import { createHmac } from 'node:crypto';
import { type KeyState, webhookGenerations } from '../core/keys/key.ts';

/**
 * HMAC-SHA256 (RFC 2104), under the operator's secret, of a text that names the purpose. `generation` counts a key's
 * secrets from 1.
 */
export function webhookSecretOf(operatorSecret: string, keyId: string, generation: number): string {
  const purpose = `textrail webhook secret\n${keyId}\n${generation}`;
  return `whsec_${createHmac('sha256', operatorSecret).update(purpose).digest('hex')}`;
}

/** The secret that the caller is shown: the one derived from the newest operator's secret. */
export function shownWebhookSecret(
  operatorSecrets: readonly string[],
  keyId: string,
  key?: KeyState,
): string {
  const [newest = ''] = operatorSecrets;
  return webhookSecretOf(newest, keyId, key?.webhookSecret?.generation ?? 1);
}

/**
 * All secrets that sign a delivery for a key at `at` (epoch ms): the operator's secrets first, then the key's own under
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
