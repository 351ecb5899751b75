/** Finds the tables of one page. */
import type { PageContent, Rectangle } from '../page.ts';
import { type BandDraft, findBands } from './bands.ts';
import { columnsOf, type Draft, rowsOf } from './draft.ts';
import { ACCEPTED_SCORE, cellSigns, hasBoldHead, UNRULED_SCORE, weigh } from './evidence.ts';
import { type FoundTable, finishTable } from './finish.ts';
import { findLattices } from './lattice.ts';
import { draftRuled } from './ruled.ts';
import { COMPONENT_RULES_CEILING } from './thresholds.ts';
import { findUnruled } from './unruled.ts';
import { visualRows } from './visual-rows.ts';
import { splitWords, type Word } from './words.ts';

export function findTables(page: PageContent): FoundTable[] {
  const words = splitWords(page.items);
  const found: FoundTable[] = [];
  for (const lattice of findLattices(page.rules)) {
    if (lattice.horizontal.length + lattice.vertical.length > COMPONENT_RULES_CEILING) continue;
    const draft = draftRuled(lattice, words);
    const score = draft ? scoreRuled(draft) : 0;
    if (draft && score >= ACCEPTED_SCORE) found.push(finishTable(draft, hasBoldHead(draft) ? 1 : 0, score));
  }
  const left = withoutRegions(
    words,
    found.map(table => table.region),
  );
  for (const band of findBands(page, left)) {
    const score = scoreBand(band);
    if (score >= ACCEPTED_SCORE) found.push(finishTable(band.draft, band.headRows, score));
  }
  const rest = withoutRegions(
    words,
    found.map(table => table.region),
  );
  for (const { draft } of findUnruled(visualRows(rest))) {
    const score = weigh({ ...cellSigns(draft), head: hasBoldHead(draft) });
    if (score >= UNRULED_SCORE) found.push(finishTable(draft, hasBoldHead(draft) ? 1 : 0, score));
  }
  return found.sort((a, b) => a.region.top - b.region.top || a.region.left - b.region.left);
}

function withoutRegions(words: readonly Word[], regions: readonly Rectangle[]): Word[] {
  return words.filter(word => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return !regions.some(r => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom);
  });
}

function scoreRuled(draft: Draft): number {
  if (columnsOf(draft) < 2 || rowsOf(draft) < 2) return 0;
  if (draft.cells.filter(cell => cell.words.length > 0).length < 2) return 0;
  return weigh({ ...cellSigns(draft), grid: true, head: hasBoldHead(draft) });
}

function scoreBand({ draft, band, joined }: BandDraft): number {
  const edges = new Set(band.intervals.flatMap(interval => [interval.top, interval.bottom]));
  const list = columnsOf(draft) === 1;
  if (rowsOf(draft) < 2) return 0;
  return weigh({
    ...cellSigns(draft),
    edge: Math.min(list ? 4 : 3, edges.size),
    drawn: [...edges].some(edge => edge.drawn),
    joints: joined,
    head: hasBoldHead(draft),
    prose: list && proseShare(band) > 0.3,
  });
}

/** Share of lines that fill the width. */
function proseShare({ intervals, left, right }: BandDraft['band']): number {
  const lines = intervals.flatMap(interval => interval.lines);
  const full = lines.filter(line => (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0) > 0.8 * (right - left));
  return full.length / Math.max(1, lines.length);
}
