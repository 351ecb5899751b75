/** Verifies that a webhook's delivery comes from Textrail. Uses only Web Crypto, so that it runs wherever the client does. */

/**
 * Greatest difference to the time in the header. Older deliveries may be replayed by somebody who intercepted them;
 * clocks differ, and an attempt may take ten seconds.
 */
const AGE_MAX_SECONDS = 300;

/**
 * `header`: the value of `X-Service-Signature`. `body`: the bytes as received, before they are parsed. `secret`: your
 * API key's complete webhook secret. Compares in constant time (SubtleCrypto.verify).
 */
export async function isGenuineDelivery(
  header: string,
  body: Uint8Array,
  secret: string,
  nowSeconds = Date.now() / 1000,
): Promise<boolean> {
  const fields = header.split(',').map(field => field.trim().split('=', 2));
  const time = fields.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(time) || Math.abs(nowSeconds - Number(time)) > AGE_MAX_SECONDS) return false;
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const head = new TextEncoder().encode(`${time}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  let isGenuine = false;
  for (const [name, value = ''] of fields) {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value)) continue;
    const given = Uint8Array.from(value.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
    if (await crypto.subtle.verify('HMAC', key, given, signed)) isGenuine = true;
  }
  return isGenuine;
}
