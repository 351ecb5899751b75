/** How often each shade occurs in a picture, or in a part of it. */

/** Counts all shades, or every `stride`th one. */
export function histogramOf(shades: Uint8Array, stride = 1): Uint32Array {
  const counts = new Uint32Array(256);
  // By index: the iterator of a typed array costs several times as much.
  for (let at = 0; at < shades.length; at += stride) {
    const shade = shades[at] ?? 0;
    counts[shade] = (counts[shade] ?? 0) + 1;
  }
  return counts;
}

/** The shade up to which this share (0…1) of all pixels lies. */
export function shadeAt(counts: Uint32Array, share: number): number {
  const rank = share * counts.reduce((sum, count) => sum + count, 0);
  let [shade, below] = [0, counts[0] ?? 0];
  while (below < rank && shade < 255) below += counts[++shade] ?? 0;
  return shade;
}
