/** What is kept of a page after it was read. Rules that need the whole document run after the last page. */

import type { PageContent, TextItem } from '../../page/content.ts';
import type { Figure, PageDraft } from '../../page/draft.ts';
import { holdsCentre, holdsPoint } from '../../page/geometry.ts';
import { NO_TAGS } from '../../page/hints.ts';
import { lineOf } from '../../page/line.ts';
import type { FoundTable } from '../../page/table.ts';
import { endsInLeader } from '../../text/leaders.ts';
import { framesOf } from '../boxes/frames.ts';
import { hasLeaders, mayHaveLeaders } from '../contents/contents.ts';
import { linkedEntries, mayHaveLinkedEntries } from '../contents/linked-contents.ts';
import { findFigures, overlapShare } from '../figures/figures.ts';
import { withDrawnBullets } from '../lines/drawn-bullets.ts';
import { withLeadersFilled } from '../lines/filled-leaders.ts';
import { lineNumbersOf } from '../lines/line-numbers.ts';
import { linesOf } from '../lines/lines.ts';
import { withLoneSigns } from '../lines/lone-signs.ts';
import { turnedLinesOf } from '../lines/turned.ts';
import { placeOf } from '../order/tagged.ts';
import { findTables } from '../tables/find.ts';
import { leadersAmong } from '../tables/shape/words.ts';
import { taggedTables } from '../tables/tagged.ts';
import { withTurnedHeads } from '../tables/turned-heads.ts';
import { turnedTables } from '../tables/turned-tables.ts';
import { isFilledIn } from './filled-in.ts';
import { keptLines } from './kept-lines.ts';
import { withoutRepeatedFigures } from './repeated-figures.ts';
import { withoutSquaredPaper } from './squared-paper.ts';
import { withoutTornElements } from './torn-elements.ts';
import { watermarksOf } from './watermarks.ts';

/** Baselines of one line differ by at most this much. */
const SAME_LINE_EM = 0.2;

export function draftOf(content: PageContent): PageDraft {
  const whole = withLeadersFilled(withoutSquaredPaper(content));
  const numbers = lineNumbersOf(whole.items);
  const watermarks = watermarksOf(whole.items);
  const apart = new Set([...numbers, ...watermarks]);
  const page = apart.size === 0 ? whole : { ...whole, items: whole.items.filter(item => !apart.has(item)) };
  const figures = findFigures(page);
  const { found, turned } = tablesOf(page, figures);
  const tables = withTurnedHeads(found, page.items, turned);
  const wordsOf = (table: FoundTable) => table.pieces.map(piece => page.items[piece.item]);
  const inTables = new Set(tables.flatMap(wordsOf));
  const leaders = leadersInside(tables, wordsOf, page.items);
  const free = page.items.filter(item => !(inTables.has(item) || leaders.has(item)));
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    lines: withoutTornElements(withDrawnBullets(withLoneSigns(linesOf(free, page.rules)), page, figures)),
    turned: turnedLinesOf(free),
    lineNumbers: [...numbers].map(number => lineOf([number])),
    watermarks: [...linesOf([...watermarks]), ...turnedLinesOf([...watermarks])],
    tables,
    tableSizes: sizesOf(inTables),
    // Vertical heads may be drawn, and tagged, before everything else.
    tablePlaces: new Map(tables.map((table, at) => [table, placeOf(wordsOf(found[at] ?? table))])),
    figures,
    frames: framesOf(page),
    rules: page.rules.filter(rule => rule.orientation === 'horizontal'),
    tags: withoutRepeatedFigures(page.tags ?? NO_TAGS, page.items),
    links: page.links ?? [],
  };
}

/** Returns the dot leaders between two cells, which are in neither. */
function leadersInside(
  tables: readonly FoundTable[],
  wordsOf: (table: FoundTable) => (TextItem | undefined)[],
  items: readonly TextItem[],
): ReadonlySet<TextItem> {
  const leaders =
    tables.length === 0 ? [] : [...leadersAmong(items)].filter(({ text }) => !text.includes('_'));
  if (leaders.length === 0) return new Set();
  const words = tables.map(table => wordsOf(table));
  const isInside = ({ left, width, baseline, size }: TextItem) =>
    tables.some(
      ({ region }, at) =>
        holdsPoint(region, left + width / 2, baseline) &&
        words[at]?.some(word => word && Math.abs(word.baseline - baseline) < SAME_LINE_EM * size),
    );
  return new Set(leaders.filter(isInside));
}

function sizesOf(words: Iterable<TextItem | undefined>): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const word of words)
    if (word !== undefined) sizes.set(word.size, (sizes.get(word.size) ?? 0) + word.text.length);
  return sizes;
}

/** Returns the same draft in less memory, for long documents whose drafts wait for the last page. */
export function kept(draft: PageDraft): PageDraft {
  return {
    ...draft,
    lines: keptLines(draft.lines),
    turned: keptLines(draft.turned),
    lineNumbers: keptLines(draft.lineNumbers),
    watermarks: keptLines(draft.watermarks),
  };
}

/** Finds the tables of upright text and those lying on their side, from top to bottom. */
function tablesOf(
  page: PageContent,
  figures: readonly Figure[],
): { found: FoundTable[]; turned: ReadonlySet<FoundTable> } {
  const upright = uprightTables(page, figures);
  const turned = turnedTables(page).filter(
    table => !upright.some(other => overlapShare(table.region, other.region) > 0),
  );
  return {
    found: turned.length === 0 ? upright : [...upright, ...turned].sort(byTop),
    turned: new Set(turned),
  };
}

const byTop = (one: FoundTable, other: FoundTable): number => one.region.top - other.region.top;

/** Takes tagged tables first, and searches the rest of the page for others. */
function uprightTables(page: PageContent, figures: readonly Figure[]): FoundTable[] {
  const tagged = taggedTables(page);
  if (tagged.length === 0) return foundTables(page, figures);
  const taken = new Set(tagged.flatMap(table => table.pieces.map(piece => piece.item)));
  const left = [...page.items.keys()].filter(item => !taken.has(item));
  const items = left.flatMap(item => page.items[item] ?? []);
  const others = foundTables({ ...page, items }, figures)
    .filter(table => !tagged.some(other => overlapShare(table.region, other.region) > 0))
    .map(table => ({ ...table, pieces: table.pieces.map(({ item }) => ({ item: left[item] ?? item })) }));
  return [...tagged, ...others].sort(byTop);
}

/** A drawn table with more columns than this is no table of contents, whatever it links to. */
const GRID_COLUMNS_MIN = 3;

function foundTables(page: PageContent, figures: readonly Figure[]): FoundTable[] {
  const tables = findTables(page, figures).filter(
    table => !isReadInPicture(table, page, figures) && !isFilledIn(table, page),
  );
  if (tables.length === 0) return tables;
  const mayBeLed = mayHaveLeaders(page.items);
  if (!mayBeLed && !mayHaveLinkedEntries(page)) return tables;
  const lines = linesOf(page.items);
  // A drawn table below a table of contents lists the document's versions.
  if (mayBeLed && hasLeaders(lines))
    return tables.filter(
      ({ kind, region }) =>
        kind === 'ruled' && !lines.some(line => endsInLeader(line.text) && holdsCentre(region, line)),
    );
  const entries = [...linkedEntries(lines, page.links ?? [])];
  // A schedule links its talks to their abstracts, but a table of contents has no drawn cells in more than three
  // columns.
  const isGrid = ({ kind, columns }: FoundTable) => kind === 'ruled' && columns.length > GRID_COLUMNS_MIN;
  return tables.filter(table => isGrid(table) || !entries.some(entry => holdsCentre(table.region, entry)));
}

/**
 * Whether a table is made of words read by OCR inside a figure: the labels of a chart stand in rows and columns, too. A
 * picture of a table does not count as a figure here.
 */
function isReadInPicture(
  { pieces }: FoundTable,
  { items }: PageContent,
  figures: readonly Figure[],
): boolean {
  const pictures = figures.filter(figure => figure.picture !== null);
  const read = pieces.filter(({ item }) => {
    const word = items[item];
    if (word?.font.name !== '') return false;
    const middle = word.left + word.width / 2;
    return pictures.some(picture => holdsPoint(picture, middle, word.baseline));
  });
  return read.length * 2 > pieces.length;
}
