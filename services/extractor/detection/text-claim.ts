import type { Probe, Recognition } from '../format.ts';

/** Text is never as certain as a signature. */
const TEXT_CERTAINTY_MAX = 0.9;

/** The claim of a text format, which has no signature, judged by the first lines (`sniff`: 0 to 1). */
export function recogniseText(
  probe: Probe,
  contentType: string,
  sniff: (head: string) => number,
): Recognition | null {
  if (probe.isArchive || probe.compoundNames.size > 0) return null;
  const certainty = sniff(probe.headText) * TEXT_CERTAINTY_MAX;
  return certainty > 0 ? { contentType, certainty } : null;
}
