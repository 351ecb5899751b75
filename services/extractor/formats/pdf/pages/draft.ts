/** What is kept of a page once it was read: the rules that need the whole document come after the last page. */

import { type Figure, findFigures } from '../figures.ts';
import { hasLeaders } from '../furniture/contents.ts';
import type { Line } from '../lines/line.ts';
import { linesOf } from '../lines/lines.ts';
import { turnedLinesOf } from '../lines/turned.ts';
import { withDrawnBullets } from '../lists/drawn-bullets.ts';
import type { PageContent, Rectangle, Rule, TextItem } from '../page.ts';
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
  const tables = tablesOf(page, figures);
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

function tablesOf(page: PageContent, figures: readonly Figure[]): FoundTable[] {
  const tables = findTables(page).filter(table => !isReadInPicture(table, page, figures));
  return tables.length > 0 && hasLeaders(linesOf(page.items)) ? [] : tables;
}

/** Labels of charts that OCR read stand in rows and columns, too; a picture of a table is no figure here. */
function isReadInPicture(
  { pieces }: FoundTable,
  { items }: PageContent,
  figures: readonly Figure[],
): boolean {
  const pictures = figures.filter(figure => figure.picture !== null);
  const read = pieces.filter(({ item }) => {
    const word = items[item];
    return word?.font.name === '' && pictures.some(picture => stands(word, picture));
  });
  return read.length * 2 > pieces.length;
}

function stands({ left, width, baseline }: TextItem, within: Rectangle): boolean {
  const middle = left + width / 2;
  const level = baseline >= within.top && baseline <= within.bottom;
  return level && middle >= within.left && middle <= within.right;
}
