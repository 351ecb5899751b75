/** What the read model and the log know an Idempotency-Key by: never the caller's own words. */
import { createHash } from 'node:crypto';

/** The scope of an Idempotency-Key is the API key, so the API key's id is part of what is hashed. */
export function idempotencyKeyHashOf(keyId: string, idempotencyKey: string): string {
  return createHash('sha256').update(`${keyId}\n${idempotencyKey}`).digest('hex');
}
