/**
 * Which document gives way if every worker is occupied. Keys take turns (decision 0017), but a turn has no fixed
 * length: a key whose documents each use all their time would keep other keys' callers waiting.
 */

/** A document in a worker. Times are monotonic ms. */
export interface Held {
  owner: string;
  since: number;
  /** Whether it has given way before; it does so at most once, so that every document ends. */
  gaveWay: boolean;
  /** Whether its owner is held back (held-back.ts). */
  isHeldBack: boolean;
  /** Whether a worker has died while reading it, perhaps because of an earlier document. */
  isAgain: boolean;
  /** Whether the last worker that had it had read no other document. */
  wasFirst: boolean;
}

export const heldBy = (owner: string): Held => ({
  owner,
  since: 0,
  gaveWay: false,
  isHeldBack: false,
  isAgain: false,
  wasFirst: false,
});

/** How long an owner with no document in progress waits for a worker that becomes free by itself. */
export const PATIENCE_MS = 2_000;
/** A document is set back only after it has held its worker for this long; most are done by then. */
export const LONG_HELD_MS = 10_000;

/**
 * The document to set back for an owner with nothing in progress: the longest held one of the owner who holds most;
 * undefined if none has been held for long.
 */
export function toSetBack<H extends Held>(held: readonly H[], now: number): H | undefined {
  const counts = new Map<string, number>();
  for (const { owner } of held) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const countOf = ({ owner }: H) => counts.get(owner) ?? 0;
  return held
    .filter(({ since, gaveWay }) => !gaveWay && now - since >= LONG_HELD_MS)
    .sort((one, other) => countOf(other) - countOf(one) || one.since - other.since)[0];
}
