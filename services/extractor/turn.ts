/**
 * Whose turn it is among the documents of one key: a large one lets smaller ones go first that came up to so much later.
 * One second a MiB is what slow readers take; the ceiling keeps the largest from waiting for ever.
 */
const LETS_FIRST_MS_A_MIB = 1_000;
const LETS_FIRST_AT_MOST_MS = 10_000;

/** The instant (ms) that stands for a document's in its queue. `bytes` null: not known yet. */
export function turnAt(instantMs: number, bytes: number | null): number {
  return instantMs + Math.min(LETS_FIRST_AT_MOST_MS, ((bytes ?? 0) / 2 ** 20) * LETS_FIRST_MS_A_MIB);
}
