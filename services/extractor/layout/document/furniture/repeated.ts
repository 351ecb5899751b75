/** Finds running heads and feet: what stands at the same place near the edge of many pages. */
import type { Edge } from '../../page/flow.ts';
import { median, meetAcross, middleX } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';

/** Depth of the bands that are searched for repetition, as a share of the page's height: heads of articles end at .121. */
const BAND_SHARE = 0.123;
/** The same for lines beside page numbers: heads of LaTeX's books end at .137. */
export const NUMBERED_BAND_SHARE = 0.15;
/** The same for numbers that count with the pages: LaTeX's books leave a fifth of a letter-size page below them. */
const COUNTED_BAND_SHARE = 0.25;
/** In points: furniture stands at the same height on every page within half of this. */
const DEPTH_STEP = 4;
/** Running heads are at most this many times as large as the body. */
export const HEAD_SIZE_MAX = 1.1;
/** Running heads are at least this far from the text … */
export const APART_EM = 1;
/** … and farther than its rows are from each other by this factor (paragraphs of one line each stand apart, too), … */
const APART_FACTOR = 1.2;
const STEP_MAX_EM = 3;
/** … on at least this share of the pages that have a line at their height. */
const APART_SHARE = 0.8;
/** Least number of pages on which a line must recur, … */
const PAGES_MIN = 3;
/** … or least share of a short document's pages. */
const PAGES_SHARE = 0.5;
/** Type larger than the body by this factor is a title wherever it stands. */
export const TITLE_SIZE_FACTOR = 1.5;

export interface EdgePage {
  width: number;
  height: number;
  lines: readonly Line[];
}

/** Returns the furniture lines of a document, each with its edge. */
export function repeatedLines(pages: readonly EdgePage[], bodySize: number): Map<Line, Edge> {
  const found = new Map<Line, Edge>();
  if (pages.length < 2) return found;
  for (const edge of ['header', 'footer'] as const) {
    const sightings = sightingsAt(edge, pages, BAND_SHARE);
    for (const group of Map.groupBy(sightings, keyOf).values()) {
      if (!isRepeated(group, pages.length)) continue;
      for (const { line } of withoutTitle(group, bodySize)) found.set(line, edge);
    }
    for (const line of belowTitles(edge, sightings, found, pages, bodySize)) found.delete(line);
    for (const row of rowsOf(sightingsAt(edge, pages, NUMBERED_BAND_SHARE)))
      for (const { line } of besidePageNumbers(row, bodySize)) found.set(line, edge);
    for (const row of rowsOf(sightings))
      for (const { line } of setApart(row, pages, bodySize)) found.set(line, edge);
  }
  for (const [line, edge] of pageNumbers(pages, found, bodySize)) found.set(line, edge);
  for (const line of numbersOfPages(pages, bodySize)) found.set(line, 'footer');
  return found;
}

/** Returns the pages' own numbers at one place below the text, however high LaTeX sets them on letter-size sheets. */
function numbersOfPages(pages: readonly EdgePage[], bodySize: number): Line[] {
  const numbers = sightingsAt('footer', pages, COUNTED_BAND_SHARE).filter(
    ({ line, page }) =>
      line.text === `${page + 1}` &&
      line.size <= HEAD_SIZE_MAX * bodySize &&
      isAlone(line, pages[page]?.lines ?? []),
  );
  const places = Map.groupBy(
    numbers,
    ({ line, depth }) => `${depth}|${Math.round(middleX(line) / DEPTH_STEP)}`,
  );
  return [...places.values()]
    .filter(group => isRepeated(group, pages.length))
    .flatMap(group => group.map(({ line }) => line));
}

/**
 * Returns page numbers at the foot of pages that open a chapter, where other pages have them in their head: they count
 * together.
 */
function pageNumbers(
  pages: readonly EdgePage[],
  furniture: ReadonlyMap<Line, Edge>,
  bodySize: number,
): Map<Line, Edge> {
  const offsets = new Map<number, number>();
  for (const [page, { lines }] of pages.entries()) {
    const numbers = lines.filter(line => furniture.has(line)).flatMap(({ text }) => [...outerNumbers(text)]);
    for (const number of new Set(numbers)) offsets.set(number - page, (offsets.get(number - page) ?? 0) + 1);
  }
  const found = new Map<Line, Edge>();
  for (const edge of ['header', 'footer'] as const)
    for (const { line, page } of sightingsAt(edge, pages, COUNTED_BAND_SHARE)) {
      const counts = /^\d{1,4}$/.test(line.text) && (offsets.get(Number(line.text) - page) ?? 0) >= PAGES_MIN;
      const isSmall = line.size <= HEAD_SIZE_MAX * bodySize;
      if (counts && isSmall && isOutermost(line, pages[page]?.lines ?? [])) found.set(line, edge);
    }
  return found;
}

/**
 * Whether a line is the page's only one or the outermost one. The words of tables are no lines, so a page may have only
 * its number.
 */
const isAlone = (line: Line, lines: readonly Line[]): boolean =>
  lines.length === 1 || isOutermost(line, lines);

interface Sighting {
  line: Line;
  page: number;
  /** Steps from the edge to the baseline: page formats may vary within a document. */
  depth: number;
}

const rowsOf = (sightings: readonly Sighting[]) =>
  Map.groupBy(sightings, sighting => sighting.depth).values();

function sightingsAt(edge: Edge, pages: readonly EdgePage[], share: number): Sighting[] {
  return pages.flatMap(({ lines, height }, page) =>
    lines
      .filter(line => isNearEdge(edge, line, share * height, height))
      .map(line => {
        const depth = edge === 'header' ? line.baseline : height - line.baseline;
        return { line, page, depth: Math.round(depth / DEPTH_STEP) };
      }),
  );
}

function isNearEdge(edge: Edge, line: Line, reach: number, height: number): boolean {
  const depth = edge === 'header' ? line.bottom : height - line.top;
  return depth < reach;
}

/** Returns what repetition compares: the words, with numbers replaced, and the height. */
function keyOf({ line, depth }: Sighting): string {
  const words = line.text
    .replace(/\d+/g, '#')
    .replace(/^[ivxlc]+$/i, '#')
    .toLowerCase();
  return `${depth}|${words}`;
}

/**
 * Returns what stands in one row with numbers that count with the pages: heads that name the chapter change from page
 * to page. Titles of slides may count as well, but are larger than the text.
 */
function besidePageNumbers(row: readonly Sighting[], bodySize: number): Sighting[] {
  const small = row.filter(({ line }) => line.size <= HEAD_SIZE_MAX * bodySize);
  const offsets = new Map<number, Set<number>>();
  for (const { line, page } of small) {
    for (const number of outerNumbers(line.text)) {
      const pages = offsets.get(number - page) ?? new Set();
      offsets.set(number - page, pages.add(page));
    }
  }
  const counting = [...offsets.values()].filter(pages => pages.size >= PAGES_MIN);
  return small.filter(({ page }) => counting.some(pages => pages.has(page)));
}

/**
 * Returns heads that name the section and differ on every page: page after page, the outermost line stands at this
 * height, in the text's size, apart from what follows.
 */
function setApart(
  row: readonly Sighting[],
  pages: readonly EdgePage[],
  bodySize: number,
): readonly Sighting[] {
  const byPage = Map.groupBy(row, sighting => sighting.page);
  if (byPage.size < PAGES_MIN || byPage.size < PAGES_SHARE * pages.length) return [];
  const apart = row.filter(({ line, page }) => {
    const lines = pages[page]?.lines ?? [];
    return line.size <= HEAD_SIZE_MAX * bodySize && isOutermost(line, lines);
  });
  return apart.length >= APART_SHARE * row.length ? apart : [];
}

/**
 * Returns text under a title that the pages do not share: it is the page's own, even if other pages have the same words
 * at the same height.
 */
function belowTitles(
  edge: Edge,
  sightings: readonly Sighting[],
  found: ReadonlyMap<Line, Edge>,
  pages: readonly EdgePage[],
  bodySize: number,
): Line[] {
  const isFartherOut = (other: Line, line: Line) =>
    edge === 'header' ? other.bottom <= line.top : other.top >= line.bottom;
  return sightings
    .filter(({ line }) => found.has(line))
    .filter(({ line, page }) =>
      pages[page]?.lines.some(
        other =>
          !found.has(other) &&
          other.size > HEAD_SIZE_MAX * bodySize &&
          isFartherOut(other, line) &&
          meetAcross(other, line),
      ),
    )
    .map(({ line }) => line);
}

/** Removes a title from a group: a line as large as a title is one where it first occurs, unless it is a page number. */
function withoutTitle(group: readonly Sighting[], bodySize: number): readonly Sighting[] {
  if (new Set(group.map(({ line }) => line.text)).size > 1) return group;
  const first = Math.min(...group.map(({ page }) => page));
  return group.filter(({ line, page }) => page > first || line.size <= TITLE_SIZE_FACTOR * bodySize);
}

/**
 * Whether nothing is nearer to the edge of the page, and nothing close on the inner side, measured by the usual
 * distance of its lines.
 */
function isOutermost(line: Line, lines: readonly Line[]): boolean {
  const others = lines.filter(other => Math.abs(other.baseline - line.baseline) > DEPTH_STEP);
  const usual = APART_FACTOR * stepOf(others);
  // Rows farther apart than paragraphs are pieces of forms and drawings.
  const isUsual = usual < STEP_MAX_EM * line.size;
  const reach = Math.max(APART_EM * line.size, isUsual ? usual - line.size : 0);
  return (
    others.length > 0 &&
    (others.every(other => other.top - line.bottom > reach) ||
      others.every(other => line.top - other.bottom > reach))
  );
}

/** Returns the usual distance in points from one row of a page to the next. */
function stepOf(lines: readonly Line[]): number {
  const rows = lines.map(({ baseline }) => baseline).sort((one, other) => one - other);
  const steps = rows.slice(1).map((row, at) => row - (rows[at] ?? row));
  return median(steps.filter(step => step > DEPTH_STEP));
}

/** Returns the numbers at the start and end of a line. */
function outerNumbers(text: string): Set<number> {
  const first = /^\d{1,4}(?=\s|$)/.exec(text)?.[0];
  const last = /(?<=^|\s)\d{1,4}$/.exec(text)?.[0];
  return new Set([first, last].filter(number => number !== undefined).map(Number));
}

/** Whether a line is seen on at least three pages or on half of them; of two pages, on both. */
function isRepeated(group: readonly Sighting[], pageCount: number): boolean {
  const pages = new Set(group.map(sighting => sighting.page)).size;
  return pages >= PAGES_MIN || (pages >= 2 && pages >= pageCount * PAGES_SHARE);
}
