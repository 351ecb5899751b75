/** Running heads and feet that a tagged file itself calls artifacts (ISO 32000-1, 14.8.2.2). */

import { ARTIFACT } from '../../page/content.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Edge } from '../../page/flow.ts';
import type { Line } from '../../page/line.ts';

/** Artifacts within this share of the page's height from its edges are running heads and feet. */
const FURNITURE_SHARE = 0.15;

export const isArtifact = (line: Line): boolean =>
  line.element === undefined && line.items.every(item => item.markedContent === ARTIFACT);

/** Artifacts near the edges; others (watermarks, labels of drawings) are read where they stand. */
export function artifactsOf(drafts: readonly PageDraft[]): Map<Line, Edge> {
  const found = new Map<Line, Edge>();
  for (const { lines, height } of drafts) {
    for (const line of lines) {
      if (!isArtifact(line)) continue;
      if (line.bottom < FURNITURE_SHARE * height) found.set(line, 'header');
      else if (line.top > (1 - FURNITURE_SHARE) * height) found.set(line, 'footer');
    }
  }
  return found;
}
