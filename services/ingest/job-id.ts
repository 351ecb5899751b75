/**
 * Job ids prove themselves: part of each is a code over the rest, made with the caller's key. So GET can tell an id
 * that this service gave to this caller from any other, even while the read model is lost and being rebuilt.
 *
 * Layout (UUID version 7): 48 bits of epoch ms · 32 bits of nonce · 42 bits of HMAC-SHA256. For a request with an
 * Idempotency-Key the nonce is derived and the time is the start of its window, so that a repeat meets the same job
 * even after the read model was lost.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyState } from '../../core/keys/key.ts';
import { timeOfId, uuidV7 } from '../../platform/ids.ts';

const NONCE_BYTES = 4;
const CODE_BYTES = 6;

export function newJobId(key: KeyState, at: number): string {
  return jobId(key, at, randomBytes(NONCE_BYTES));
}

/** `idempotencyMs`: how long an Idempotency-Key is live; windows of that length are counted from the epoch. */
export function derivedJobId(
  key: KeyState,
  idempotencyKeyHash: string,
  at: number,
  idempotencyMs: number,
): string {
  const window = Math.floor(at / idempotencyMs) * idempotencyMs;
  const nonce = hmac(key, `nonce:${window}:${idempotencyKeyHash}`).subarray(0, NONCE_BYTES);
  return jobId(key, window, nonce);
}

/** Whether this service gave `id` to the holder of `key`. */
export function isGenuineJobId(key: KeyState, id: string): boolean {
  const at = timeOfId(id);
  if (at === undefined) return false;
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const nonce = Buffer.alloc(NONCE_BYTES);
  // The version and variant bits overwrite 6 bits of the tail; only whole bytes are used for nonce and code.
  nonce.set([bytes[7] ?? 0, bytes[9] ?? 0, bytes[10] ?? 0, bytes[11] ?? 0]);
  const expected = Buffer.from(jobId(key, at, nonce).replaceAll('-', ''), 'hex');
  return timingSafeEqual(bytes, expected);
}

function jobId(key: KeyState, at: number, nonce: Uint8Array): string {
  const code = hmac(key, `id:${at}:${Buffer.from(nonce).toString('hex')}`).subarray(0, CODE_BYTES);
  const [n0 = 0, n1 = 0, n2 = 0, n3 = 0] = nonce;
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0] = code;
  return uuidV7(at, Uint8Array.from([c0, n0, c1, n1, n2, n3, c2, c3, c4, c5]));
}

function hmac(key: KeyState, text: string): Buffer {
  return createHmac('sha256', key.secretSha256).update(`${key.keyId}:${text}`).digest();
}
