/** What is kept of a page once it was read: the rules that need the whole document come after the last page. */
import type { Line } from '../lines/line.ts';
import { linesOf } from '../lines/lines.ts';
import { turnedLinesOf } from '../lines/turned.ts';
import type { FoundTable, PageContent, Rectangle, Rule } from '../page.ts';

export interface PageDraft {
  number: number;
  width: number;
  height: number;
  /** Upright lines outside tables. */
  lines: Line[];
  /** Lines that stand at an angle. */
  turned: Line[];
  tables: FoundTable[];
  figures: Rectangle[];
  /** Horizontal rules: what separates blocks and footnotes. */
  rules: Rule[];
}

export function draftOf(page: PageContent, tables: FoundTable[], figures: Rectangle[]): PageDraft {
  const free = page.items.filter(item => !tables.some(table => table.items.has(item.index)));
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    lines: linesOf(free),
    turned: turnedLinesOf(free),
    tables,
    figures,
    rules: page.rules.filter(rule => rule.orientation === 'horizontal'),
  };
}
