/** Idempotency-Key: one key, one job; a repeat is answered like the first, another request under it is refused. */

export type RepeatDecision = 'replay' | 'refuse';

/** `fingerprint` is the SHA-256 over the file's or url's hash and the query parameters of a request. */
export function decideRepeat(
  first: { fingerprint: string },
  repeat: { fingerprint: string },
): RepeatDecision {
  return first.fingerprint === repeat.fingerprint ? 'replay' : 'refuse';
}
