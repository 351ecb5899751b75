/** Verifies that a delivery comes from Textrail by its `X-Service-Signature`; for any receiver in Node. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Greatest difference to the time in the header. Older deliveries may be replayed by somebody who intercepted them;
 * clocks differ, and an attempt may take ten seconds.
 */
const AGE_MAX_SECONDS = 300;

/**
 * `header`: `t=<unix seconds>,v1=<hex>,v1=<hex>…`. It has several signatures: the operator also signs, and so do two
 * secrets while one is being replaced. `body`: the bytes as received, before they are parsed. `secret`: your API key's
 * webhook secret. `nowSeconds`: unix seconds.
 */
export function isGenuine(header: string, body: Uint8Array, secret: string, nowSeconds: number): boolean {
  const fields = header.split(',').map(field => field.split('=', 2));
  const time = fields.find(([name]) => name === 't')?.[1] ?? '';
  if (!(Math.abs(nowSeconds - Number(time)) <= AGE_MAX_SECONDS)) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return fields.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
