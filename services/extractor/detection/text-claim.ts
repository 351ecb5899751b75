import type { Probe, Recognition } from '../format.ts';

/** Text is never as sure as a signature. */
const TEXT_CERTAINTY_MAX = 0.9;

/** What a format of text, which has no signature, says of the document by its first lines (`sniff`: 0…1). */
export function recogniseText(
  probe: Probe,
  contentType: string,
  sniff: (head: string) => number,
): Recognition | null {
  if (probe.isArchive || probe.compoundNames.size > 0) return null;
  const certainty = sniff(probe.headText) * TEXT_CERTAINTY_MAX;
  return certainty > 0 ? { contentType, certainty } : null;
}
