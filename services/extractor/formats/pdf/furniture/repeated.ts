/** Running heads and feet: what stands at the same place near the edge of many pages. */
import type { Line } from '../lines/line.ts';
import { FURNITURE } from '../thresholds.ts';

export interface EdgePage {
  width: number;
  height: number;
  lines: readonly Line[];
}

export type Edge = 'header' | 'footer';

/** The furniture lines of a document, each with the edge it belongs to. */
export function repeatedLines(pages: readonly EdgePage[]): Map<Line, Edge> {
  const found = new Map<Line, Edge>();
  if (pages.length < 2) return found;
  for (const edge of ['header', 'footer'] as const) {
    for (const group of groupsAt(edge, pages)) {
      if (!isRepeated(group, pages.length)) continue;
      for (const { line } of group) found.set(line, edge);
    }
  }
  return found;
}

interface Sighting {
  line: Line;
  page: number;
}

function groupsAt(edge: Edge, pages: readonly EdgePage[]): Sighting[][] {
  const groups = new Map<string, Sighting[]>();
  pages.forEach((page, number) => {
    for (const line of page.lines) {
      if (!isNearEdge(edge, line, page.height)) continue;
      const key = keyOf(edge, line, page.height);
      const group = groups.get(key);
      if (group) group.push({ line, page: number });
      else groups.set(key, [{ line, page: number }]);
    }
  });
  return [...groups.values()];
}

function isNearEdge(edge: Edge, line: Line, height: number): boolean {
  const depth = edge === 'header' ? line.bottom : height - line.top;
  return depth < FURNITURE.bandShare * height;
}

/** Same words but for numbers, same height from the edge: page formats may vary within a document. */
function keyOf(edge: Edge, line: Line, height: number): string {
  const depth = edge === 'header' ? line.baseline : height - line.baseline;
  const words = line.text
    .replace(/\d+/g, '#')
    .replace(/^[ivxlc]+$/i, '#')
    .toLowerCase();
  return `${Math.round(depth / FURNITURE.depthStep)}|${words}`;
}

/** Seen on at least three pages or on half of them; of two pages, on both. */
function isRepeated(group: readonly Sighting[], pageCount: number): boolean {
  const pages = new Set(group.map(sighting => sighting.page)).size;
  return pages >= FURNITURE.pagesMin || (pages >= 2 && pages >= pageCount * FURNITURE.pagesShare);
}
