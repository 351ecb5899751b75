/** Finds running heads and feet that a tagged file itself marks as artifacts (ISO 32000-1, 14.8.2.2). */

import { ARTIFACT } from '../../page/content.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Edge } from '../../page/flow.ts';
import type { Line } from '../../page/line.ts';
import type { FoundTable } from '../../page/table.ts';

/** Artifacts within this share of the page's height from its edges are running heads and feet. */
const FURNITURE_SHARE = 0.15;

export const isArtifact = (line: Line): boolean =>
  line.element === undefined && line.items.every(item => item.markedContent === ARTIFACT);

/** Number of rows of a table in which a head that later pages repeat is searched (three levels), and likewise its foot. */
const HEAD_ROWS = 3;

/**
 * Returns artifacts near the edges; others, such as watermarks and labels of drawings, are read where they stand. Null
 * marks heads and feet of a table that are drawn again on each of its pages: they are in the table.
 */
export function artifactsOf(drafts: readonly PageDraft[]): Map<Line, Edge | null> {
  const found = new Map<Line, Edge | null>();
  const labels = labelsOfParted(drafts);
  for (const { lines, height, tables } of drafts) {
    const parted = tables.flatMap(({ part }) => labels.get(part?.total ?? 0) ?? []);
    for (const line of lines) {
      if (!isArtifact(line)) continue;
      if (parted.some(label => hasWords(label, line.text))) found.set(line, null);
      else if (line.bottom < FURNITURE_SHARE * height) found.set(line, 'header');
      else if (line.top > (1 - FURNITURE_SHARE) * height) found.set(line, 'footer');
    }
  }
  return found;
}

/** Whether a line is part of a label, which may be broken into several; a number alone counts pages. */
const hasWords = (label: string, line: string): boolean =>
  /\p{L}/u.test(line) && ` ${label} `.includes(` ${line} `);

/** Returns the texts of the first and last rows of tables that extend over pages, by their number of rows. */
function labelsOfParted(drafts: readonly PageDraft[]): Map<number, string[]> {
  const labels = new Map<number, string[]>();
  for (const { tables } of drafts)
    for (const table of tables) {
      const total = table.part?.total;
      if (total !== undefined) labels.set(total, [...(labels.get(total) ?? []), ...outerTexts(table)]);
    }
  return labels;
}

function outerTexts({ rows, part }: FoundTable): string[] {
  const head = part?.first === 0 ? rows.slice(0, HEAD_ROWS) : [];
  const foot = part?.last === (part?.total ?? 0) - 1 ? rows.slice(-1) : [];
  return [...head, ...foot].flat().map(({ text }) => text);
}
