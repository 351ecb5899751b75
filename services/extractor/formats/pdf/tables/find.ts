/** Finds the tables of one page. */
import type { PageContent, Rectangle } from '../page.ts';
import { type BandDraft, findBands } from './bands.ts';
import type { Draft } from './draft.ts';
import { traitsOf } from './evidence.ts';
import { type FoundTable, finishTable } from './finish.ts';
import { findLattices } from './lattice.ts';
import { draftRuled } from './ruled.ts';
import { COMPONENT_RULES_CEILING } from './thresholds.ts';
import { splitWords, type Word } from './words.ts';

export function findTables(page: PageContent): FoundTable[] {
  const words = splitWords(page.items);
  const found: FoundTable[] = [];
  for (const lattice of findLattices(page.rules)) {
    if (lattice.horizontal.length + lattice.vertical.length > COMPONENT_RULES_CEILING) continue;
    const draft = draftRuled(lattice, words);
    if (draft && isTable(draft)) found.push(finishTable(draft, 0, 1));
  }
  const left = withoutRegions(
    words,
    found.map(table => table.region),
  );
  for (const band of findBands(page, left)) {
    if (scoreBand(band) >= 2.5) found.push(finishTable(band.draft, band.headRows, scoreBand(band)));
  }
  return found.sort((a, b) => a.region.top - b.region.top || a.region.left - b.region.left);
}

function withoutRegions(words: readonly Word[], regions: readonly Rectangle[]): Word[] {
  return words.filter(word => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return !regions.some(r => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom);
  });
}

function isTable(draft: Draft): boolean {
  const filled = draft.cells.filter(c => c.words.length > 0).length;
  return draft.xs.length > 2 && draft.ys.length > 2 && filled >= 4 && filled >= 0.3 * draft.cells.length;
}

function scoreBand({ draft, band, joined, headRows }: BandDraft): number {
  const traits = traitsOf(draft);
  const edges = new Set(band.intervals.flatMap(i => [i.top, i.bottom]));
  const drawn = [...edges].filter(edge => edge.drawn).length;
  if (traits.rows < 2 || traits.columns < 2) return 0;
  let score = 0;
  score += Math.min(2, edges.size - 1) * 0.75 + (drawn > 0 ? 0.25 : 0);
  score += traits.columns >= 3 ? 1 : 0.5;
  score += traits.rows >= 3 ? 0.5 : 0;
  score += traits.numeric * 2;
  score += joined ? 1.5 : 0;
  score += traits.labelled >= 0.8 ? 0.5 : 0;
  score += headRows > 0 ? 0.5 : 0;
  score -= traits.wordsPerCell > 8 ? 1.5 : 0;
  score -= traits.wordsPerCell > 15 ? 2 : 0;
  return score;
}
