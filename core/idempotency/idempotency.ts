/** Idempotency-Key: one key, one job; a repeat is answered like the first, another request under it is refused. */

export type RepeatDecision = 'replay' | 'refuse';

/** `fingerprint` is the SHA-256 over the file's or url's hash and the query parameters of a request. */
export function decideRepeat(
  first: { fingerprint: string },
  repeat: { fingerprint: string },
): RepeatDecision {
  return first.fingerprint === repeat.fingerprint ? 'replay' : 'refuse';
}

/** A request that holds an Idempotency-Key and stands in no event that was folded yet. */
export interface Hold {
  fingerprint: string;
  /** Epoch ms until which whoever took it may be at work on it. */
  leaseUntil: number;
  /** Recording it has failed, and its event may come to stand in the log all the same. */
  doubtful: boolean;
  /** It was taken over from one that was: where this request comes to nothing, that one is in doubt as before. */
  wasDoubtful: boolean;
}

/**
 * What a claim under a held key comes to. `takeOver`: the same request again, whose first sender is gone: under the id of
 * that job it can be recorded a second time, and stays one job. `replace`: another request, and what was held has come to
 * nothing, provided that everything in the log has been folded.
 */
export function decideHeld(hold: Hold, fingerprint: string, at: number): 'wait' | 'takeOver' | 'replace' {
  const isOver = hold.leaseUntil <= at;
  if (hold.fingerprint === fingerprint && (isOver || hold.doubtful)) return 'takeOver';
  return isOver ? 'replace' : 'wait';
}
