/** Signs a webhook body: `t=<unix seconds>,v1=<hex HMAC-SHA256(secret, t + "." + body)>`, a `v1` for each live secret. */
import { createHmac } from 'node:crypto';

export function signatureHeader(secrets: readonly string[], body: Uint8Array, at: number): string {
  const seconds = Math.floor(at / 1000);
  const codes = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`,
  );
  return [`t=${seconds}`, ...codes].join(',');
}
