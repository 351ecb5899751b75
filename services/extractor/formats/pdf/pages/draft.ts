/** What is kept of a page once it was read: the rules that need the whole document come after the last page. */

import { type Figure, findFigures } from '../figures.ts';
import { hasLeaders } from '../furniture/contents.ts';
import type { Line } from '../lines/line.ts';
import { linesOf } from '../lines/lines.ts';
import { turnedLinesOf } from '../lines/turned.ts';
import { withDrawnBullets } from '../lists/drawn-bullets.ts';
import type { PageContent, Rule } from '../page.ts';
import { findTables } from '../tables/find.ts';
import type { FoundTable } from '../tables/finish.ts';
import { keptLines } from './kept-lines.ts';

export interface PageDraft {
  number: number;
  width: number;
  height: number;
  /** Upright lines outside tables. */
  lines: Line[];
  /** Lines that stand at an angle. */
  turned: Line[];
  tables: FoundTable[];
  figures: Figure[];
  /** Horizontal rules: what separates blocks and footnotes. */
  rules: Rule[];
  /** Marked-content identifiers that the structure tree calls headings, with their level. */
  taggedHeadings: ReadonlyMap<number, number>;
}

export function draftOf(page: PageContent): PageDraft {
  const figures = findFigures(page);
  const tables = tablesOf(page);
  const inTables = new Set(tables.flatMap(table => table.pieces.map(piece => page.items[piece.item])));
  const free = page.items.filter(item => !inTables.has(item));
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    lines: withDrawnBullets(linesOf(free), page, figures),
    turned: turnedLinesOf(free),
    tables,
    figures,
    rules: page.rules.filter(rule => rule.orientation === 'horizontal'),
    taggedHeadings: page.taggedHeadings ?? new Map(),
  };
}

/** The same draft in less memory: for documents of many pages, whose drafts wait for the last of them. */
export function kept(draft: PageDraft): PageDraft {
  return { ...draft, lines: keptLines(draft.lines), turned: keptLines(draft.turned) };
}

function tablesOf(page: PageContent): FoundTable[] {
  const tables = findTables(page);
  return tables.length > 0 && hasLeaders(linesOf(page.items)) ? [] : tables;
}
