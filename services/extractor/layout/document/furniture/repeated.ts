/** Running heads and feet: what stands at the same place near the edge of many pages. */
import type { Edge } from '../../page/flow.ts';
import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { FURNITURE } from './thresholds.ts';

export interface EdgePage {
  width: number;
  height: number;
  lines: readonly Line[];
}

/** The furniture lines of a document, each with the edge it belongs to. */
export function repeatedLines(pages: readonly EdgePage[], bodySize: number): Map<Line, Edge> {
  const found = new Map<Line, Edge>();
  if (pages.length < 2) return found;
  for (const edge of ['header', 'footer'] as const) {
    const sightings = sightingsAt(edge, pages, FURNITURE.bandShare);
    for (const group of Map.groupBy(sightings, keyOf).values()) {
      if (!isRepeated(group, pages.length)) continue;
      for (const { line } of withoutTitle(group, bodySize)) found.set(line, edge);
    }
    for (const row of rowsOf(sightingsAt(edge, pages, FURNITURE.numberedBandShare)))
      for (const { line } of besidePageNumbers(row, bodySize)) found.set(line, edge);
    for (const row of rowsOf(sightings))
      for (const { line } of setApart(row, pages, bodySize)) found.set(line, edge);
  }
  return found;
}

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
        return { line, page, depth: Math.round(depth / FURNITURE.depthStep) };
      }),
  );
}

function isNearEdge(edge: Edge, line: Line, reach: number, height: number): boolean {
  const depth = edge === 'header' ? line.bottom : height - line.top;
  return depth < reach;
}

/** Same words but for numbers, at the same height. */
function keyOf({ line, depth }: Sighting): string {
  const words = line.text
    .replace(/\d+/g, '#')
    .replace(/^[ivxlc]+$/i, '#')
    .toLowerCase();
  return `${depth}|${words}`;
}

/**
 * What stands on one row with numbers that count with the pages: heads that name the chapter change from page to
 * page. Titles of slides may count as well, but they are set larger than the text.
 */
function besidePageNumbers(row: readonly Sighting[], bodySize: number): Sighting[] {
  const small = row.filter(({ line }) => line.size <= FURNITURE.headSizeMax * bodySize);
  const offsets = new Map<number, Set<number>>();
  for (const { line, page } of small) {
    for (const number of outerNumbers(line.text)) {
      const pages = offsets.get(number - page) ?? new Set();
      offsets.set(number - page, pages.add(page));
    }
  }
  const counting = [...offsets.values()].filter(pages => pages.size >= FURNITURE.pagesMin);
  return small.filter(({ page }) => counting.some(pages => pages.has(page)));
}

/**
 * Heads that name the section differ on every page; what tells them is that page after page the outermost line
 * stands at this height, in the text's size, apart from what follows.
 */
function setApart(
  row: readonly Sighting[],
  pages: readonly EdgePage[],
  bodySize: number,
): readonly Sighting[] {
  const byPage = Map.groupBy(row, sighting => sighting.page);
  if (byPage.size < FURNITURE.pagesMin || byPage.size < FURNITURE.pagesShare * pages.length) return [];
  const apart = row.filter(({ line, page }) => {
    const lines = pages[page]?.lines ?? [];
    return line.size <= FURNITURE.headSizeMax * bodySize && isOutermost(line, lines);
  });
  return apart.length >= FURNITURE.apartShare * row.length ? apart : [];
}

/** What is set as large as a title is one where it stands first, but for numbers of pages. */
function withoutTitle(group: readonly Sighting[], bodySize: number): readonly Sighting[] {
  if (new Set(group.map(({ line }) => line.text)).size > 1) return group;
  const first = Math.min(...group.map(({ page }) => page));
  return group.filter(({ line, page }) => page > first || line.size <= FURNITURE.titleSize * bodySize);
}

/** Nothing stands further out on the page, and nothing close on the inner side: not as close as its lines do usually. */
function isOutermost(line: Line, lines: readonly Line[]): boolean {
  const others = lines.filter(other => Math.abs(other.baseline - line.baseline) > FURNITURE.depthStep);
  const usual = FURNITURE.apartFactor * stepOf(others);
  // Farther off than paragraphs, rows are pieces of forms and drawings.
  const isUsual = usual < FURNITURE.stepMaxEm * line.size;
  const reach = Math.max(FURNITURE.apartEm * line.size, isUsual ? usual - line.size : 0);
  return (
    others.length > 0 &&
    (others.every(other => other.top - line.bottom > reach) ||
      others.every(other => line.top - other.bottom > reach))
  );
}

/** Points from one row of a page to the next, as most of them stand. */
function stepOf(lines: readonly Line[]): number {
  const rows = lines.map(({ baseline }) => baseline).sort((one, other) => one - other);
  const steps = rows.slice(1).map((row, at) => row - (rows[at] ?? row));
  return median(steps.filter(step => step > FURNITURE.depthStep));
}

/** Numbers at the start and the end of a line. */
function outerNumbers(text: string): Set<number> {
  const first = /^\d{1,4}(?=\s|$)/.exec(text)?.[0];
  const last = /(?<=^|\s)\d{1,4}$/.exec(text)?.[0];
  return new Set([first, last].filter(number => number !== undefined).map(Number));
}

/** Seen on at least three pages or on half of them; of two pages, on both. */
function isRepeated(group: readonly Sighting[], pageCount: number): boolean {
  const pages = new Set(group.map(sighting => sighting.page)).size;
  return pages >= FURNITURE.pagesMin || (pages >= 2 && pages >= pageCount * FURNITURE.pagesShare);
}
