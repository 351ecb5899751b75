/**
 * The order among one key's documents: a large document lets smaller ones that arrive within some time go first. One
 * second a MiB is what slow readers take; the ceiling keeps the largest from waiting for ever.
 */
const LETS_FIRST_MS_A_MIB = 1_000;
const LETS_FIRST_AT_MOST_MS = 10_000;

/** The instant (ms) by which a document is ordered in its queue. `bytes` is null if not known yet. */
export function turnAt(instantMs: number, bytes: number | null): number {
  return instantMs + Math.min(LETS_FIRST_AT_MOST_MS, ((bytes ?? 0) / 2 ** 20) * LETS_FIRST_MS_A_MIB);
}
