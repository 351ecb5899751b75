/** Idempotency-Key: one key, one job. A repeat gets the first request's answer; a different request under the key is refused. */

export type RepeatDecision = 'replay' | 'refuse';

/** `fingerprint`: SHA-256 over the hash of the file or url and the query parameters of a request. */
export function decideRepeat(
  first: { fingerprint: string },
  repeat: { fingerprint: string },
): RepeatDecision {
  return first.fingerprint === repeat.fingerprint ? 'replay' : 'refuse';
}

/** A request that holds an Idempotency-Key and whose event has not been folded yet. */
export interface Hold {
  fingerprint: string;
  /** Epoch ms until which its sender may still be working on it. */
  leaseUntil: number;
  /** Recording it failed, but its event may still appear in the log. */
  doubtful: boolean;
  /** It took over from a doubtful hold; if this request comes to nothing, that one is in doubt as before. */
  wasDoubtful: boolean;
}

/**
 * Decides about a claim under a held key. `takeOver`: the same request again, whose first sender is gone; under that
 * job's id it can be recorded a second time and remains one job. `replace`: another request, and the held one has come
 * to nothing; valid only if everything in the log has been folded.
 */
export function decideHeld(hold: Hold, fingerprint: string, at: number): 'wait' | 'takeOver' | 'replace' {
  const isOver = hold.leaseUntil <= at;
  if (hold.fingerprint === fingerprint && (isOver || hold.doubtful)) return 'takeOver';
  return isOver ? 'replace' : 'wait';
}
