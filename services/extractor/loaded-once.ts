/**
 * Loads code that a format needs with its first document, so that a worker that never meets the format need not hold
 * it. The promise of `import()` is kept, because importing a module again costs as much as reading a paragraph (40 µs).
 * A failure is not kept: it may be a lack of memory, and the next document gets its own chance.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch(error => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
