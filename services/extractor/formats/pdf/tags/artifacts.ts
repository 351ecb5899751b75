/** Running heads and feet that a tagged file itself calls artifacts (ISO 32000-1, 14.8.2.2). */
import type { Edge } from '../furniture/repeated.ts';
import type { Line } from '../lines/line.ts';
import { ARTIFACT } from '../page.ts';
import type { PageDraft } from '../pages/draft.ts';
import { TAGS } from './thresholds.ts';

export const isArtifact = (line: Line): boolean =>
  line.element === undefined && line.items.every(item => item.markedContent === ARTIFACT);

/** Artifacts near the edges; others (watermarks, labels of drawings) are read where they stand. */
export function artifactsOf(drafts: readonly PageDraft[]): Map<Line, Edge> {
  const found = new Map<Line, Edge>();
  for (const { lines, height } of drafts) {
    for (const line of lines) {
      if (!isArtifact(line)) continue;
      if (line.bottom < TAGS.furnitureShare * height) found.set(line, 'header');
      else if (line.top > (1 - TAGS.furnitureShare) * height) found.set(line, 'footer');
    }
  }
  return found;
}
