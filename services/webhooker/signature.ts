/** Signs a webhook body: `t=<unix seconds>,v1=<hex HMAC-SHA256(secret, t + "." + body)>`, a `v1` for each live secret. */
import { createHmac } from 'node:crypto';

/** The header's value. `pieces` together are the body; rejects as they do. `at`: epoch ms. */
export async function signatureHeader(
  secrets: readonly string[],
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  at: number,
): Promise<string> {
  const seconds = Math.floor(at / 1000);
  const codes = secrets.map(secret => createHmac('sha256', secret).update(`${seconds}.`));
  for await (const piece of pieces) for (const code of codes) code.update(piece);
  return [`t=${seconds}`, ...codes.map(code => `v1=${code.digest('hex')}`)].join(',');
}
