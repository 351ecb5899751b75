/**
 * Job ids that prove themselves: part of each is a code over the rest, made with the caller's key. So GET can tell an
 * id that this service gave to this caller from any other, even while the read model is lost and being rebuilt.
 *
 * Layout (UUID version 7): 48 bits of epoch ms, 56 bits of nonce, 18 bits of HMAC-SHA256. For a request with an
 * Idempotency-Key the nonce is derived from that key and from what is asked for, and the time is the start of the key's
 * window. So a repeat meets the same job even after the read model was lost, and another document under the same key
 * never does, whatever is known of the first by then. All Idempotency-Keys of a window share that time, so the nonce
 * alone keeps them apart; two with the same job id would be answered with one document. The code may be short: whoever
 * guesses one sees only `processing`, under their own key, in place of a 404, and only while the read model is being
 * rebuilt.
 */
import { timingSafeEqual } from 'node:crypto';
import type { KeyState } from '../../core/keys/key.ts';
import { Hmac } from '../../platform/hmac.ts';
import { randomTail, timeOfId, uuidV7 } from '../../platform/ids.ts';

const NONCE_BYTES = 7;
/** Only 4 bits of the first and 6 of the second byte are used: the UUID's version and variant take the others. */
const CODE_BYTES = 3;

export function newJobId(key: KeyState, at: number): string {
  return jobId(key, at, randomTail().subarray(0, NONCE_BYTES));
}

/** `idempotencyMs`: how long an Idempotency-Key lives. Windows of that length are counted from the epoch. */
export function derivedJobId(
  key: KeyState,
  { idempotencyKeyHash, fingerprint }: { idempotencyKeyHash: string; fingerprint: string },
  at: number,
  idempotencyMs: number,
): string {
  const window = Math.floor(at / idempotencyMs) * idempotencyMs;
  const nonce = hmac(key, `nonce:${window}:${idempotencyKeyHash}:${fingerprint}`).subarray(0, NONCE_BYTES);
  return jobId(key, window, nonce);
}

/** Whether this service gave `id` to the holder of `key`. */
export function isGenuineJobId(key: KeyState, id: string): boolean {
  const at = timeOfId(id);
  if (at === undefined) return false;
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  // Skip the bytes that hold the version (6) and the variant (8).
  const nonce = Buffer.concat([bytes.subarray(7, 8), bytes.subarray(9, 15)]);
  const expected = Buffer.from(jobId(key, at, nonce).replaceAll('-', ''), 'hex');
  return timingSafeEqual(bytes, expected);
}

function jobId(key: KeyState, at: number, nonce: Uint8Array): string {
  const digits = Buffer.from(nonce.buffer, nonce.byteOffset, NONCE_BYTES).toString('hex');
  const code = hmac(key, `id:${at}:${digits}`);
  const tail = new Uint8Array(NONCE_BYTES + CODE_BYTES);
  // The code's bytes lie around those of the version and the variant.
  tail.set(nonce.subarray(1, NONCE_BYTES), 3);
  [tail[0], tail[1], tail[2], tail[9]] = [code[0] ?? 0, nonce[0] ?? 0, code[1] ?? 0, code[2] ?? 0];
  return uuidV7(at, tail);
}

/** The first secret is used for ever, so that ids stay the same across rotations: jobs can be polled, and repeats recognised. */
function hmac(key: KeyState, text: string): Buffer {
  return codesOf(key).bytes(`${key.keyId}:${text}`);
}

/** One HMAC for each folded state of a key. */
const known = new WeakMap<KeyState, Hmac>();

function codesOf(key: KeyState): Hmac {
  const codes = known.get(key) ?? new Hmac(Buffer.from(key.firstSecretSha256 ?? key.secretSha256));
  known.set(key, codes);
  return codes;
}
