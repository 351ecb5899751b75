/** Measures the size of running text. A line or a word gives its size and its number of characters. */

/** In points: sizes are distinguished in these steps. */
export const SIZE_STEP = 0.5;
/** A size rivals the commonest one if it has at least this share of its characters. */
const BODY_SHARE = 0.5;
/** In points, where there is no text to measure. */
const USUAL_BODY_SIZE = 10;

interface Sized {
  size: number;
  characters: number;
}

/**
 * Returns the size of running text: the one with most characters, or the largest of those with nearly as many (small
 * print may outweigh it on pages full of notes and tables).
 */
export function bodySizeOf(lines: Iterable<Sized>): number {
  const weights = new Map<number, number>();
  for (const { size, characters } of lines) {
    const step = Math.round(size / SIZE_STEP) * SIZE_STEP;
    weights.set(step, (weights.get(step) ?? 0) + characters);
  }
  const most = Math.max(0, ...weights.values());
  const rivals = [...weights].filter(([, weight]) => weight >= BODY_SHARE * most);
  return Math.max(0, ...rivals.map(([size]) => size)) || USUAL_BODY_SIZE;
}
