/**
 * Returns a function that limits how often something is logged: true on its first call, and then at most once every
 * `ms` milliseconds.
 */
export function atMostEvery(ms: number): () => boolean {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - saidAt < ms) return false;
    saidAt = now;
    return true;
  };
}
