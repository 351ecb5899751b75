/**
 * Code that a format loads with its first document: a worker that never meets the format need not hold it. The answer of
 * `import()` is kept, because to ask for a module again costs as much as to read a paragraph (40 µs). A failure is not kept: it
 * may be want of memory, and the next document has its own chance.
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
