/**
 * Who gives way where every worker is held. Keys take turns (decision 0017), but a turn has no length: a key whose
 * documents each take their whole time would keep the others' callers waiting for it.
 */

/** A document in a worker. Times are monotonic ms. */
export interface Held {
  owner: string;
  since: number;
  /** Whether it has given way before: once is the most, so that every document ends. */
  gaveWay: boolean;
  /** Whether its owner is held back (held-back.ts). */
  isHeldBack: boolean;
  /** Whether a worker has died of it, or of what it held before. */
  isAgain: boolean;
  /** Whether the worker that had it last had had no other. */
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

/** Whoever has no document under way waits this long for a worker that comes free by itself. */
export const PATIENCE_MS = 2_000;
/** A document is set back only after it has held its worker for this long; most are done by then. */
export const LONG_HELD_MS = 10_000;

/**
 * The document that is to be set back for an owner who has nothing under way: the longest held of the owner who holds
 * most; undefined where none has been held for long.
 */
export function toSetBack<H extends Held>(held: readonly H[], now: number): H | undefined {
  const counts = new Map<string, number>();
  for (const { owner } of held) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const countOf = ({ owner }: H) => counts.get(owner) ?? 0;
  return held
    .filter(({ since, gaveWay }) => !gaveWay && now - since >= LONG_HELD_MS)
    .sort((one, other) => countOf(other) - countOf(one) || one.since - other.since)[0];
}
