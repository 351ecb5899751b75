/** Whether it is time to say again what happens often: true the first time it is asked, and then once in so many milliseconds. */
export function atMostEvery(ms: number): () => boolean {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - saidAt < ms) return false;
    saidAt = now;
    return true;
  };
}
