/**
 * Assembles pages that React streams (Next.js and others): what was not ready in time follows in hidden elements, and a
 * one-line script puts it in place of a placeholder. Otherwise a page's content would be its "Loading".
 */
import {
  attribute,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  traverse,
} from './tree.ts';

/** `$RC` and `$RR` end a boundary (place, part), `$RS` fills a gap (part, place). */
const MOVE = /\$R([CRS])\("([^"]{1,80})","([^"]{1,80})"/g;
/** Each copies the children around its place; pages have about ten of them. */
const MOVES_CEILING = 500;
/** The depth to which pages are read. */
const ANCESTORS_CEILING = 10_000;

/** Moves the parts. `html` is the page's source, whose scripts say what goes where. */
export function placeStreamedParts(document: HtmlDocument, html: string): void {
  const moves = [...html.matchAll(MOVE).take(MOVES_CEILING)].map(([, kind, first = '', second = '']) =>
    kind === 'S'
      ? { part: first, place: second, isBoundary: false }
      : { part: second, place: first, isBoundary: true },
  );
  if (moves.length === 0) return;
  const elements = elementsById(document, new Set(moves.flatMap(({ part, place }) => [part, place])));
  for (const { part, place, isBoundary } of moves) {
    const from = elements.get(part);
    const to = elements.get(place);
    if (from !== undefined && to !== undefined && !isAround(from, to)) move(from, to, isBoundary);
  }
}

function elementsById(document: HtmlDocument, ids: ReadonlySet<string>): Map<string, HtmlElement> {
  const found = new Map<string, HtmlElement>();
  traverse(document, node => {
    if (!isElement(node)) return false;
    const id = attribute(node, 'id');
    if (id !== undefined && ids.has(id) && !found.has(id)) found.set(id, node);
    return true;
  });
  return found;
}

/** Whether one element contains another; also true where the search is given up. */
function isAround(outer: HtmlElement, inner: HtmlElement): boolean {
  let node: HtmlElement['parentNode'] = inner;
  for (let searched = 0; node !== null && 'tagName' in node; searched++) {
    if (node === outer || searched > ANCESTORS_CEILING) return true;
    node = node.parentNode;
  }
  return false;
}

function move(from: HtmlElement, to: HtmlElement, isBoundary: boolean): void {
  const parent = to.parentNode;
  const start = parent?.childNodes.indexOf(to) ?? -1;
  // Each place is filled only once.
  if (parent === null || start < 0) return;
  const end = isBoundary ? endOfBoundary(parent.childNodes, start) : start + 1;
  const moved = from.childNodes;
  for (const node of moved) node.parentNode = parent;
  parent.childNodes = parent.childNodes.slice(0, start).concat(moved, parent.childNodes.slice(end));
  from.childNodes = [];
}

/** Returns the end of a boundary, which may contain others; comments mark where each begins and ends. */
function endOfBoundary(nodes: readonly HtmlNode[], start: number): number {
  let depth = 0;
  for (let at = start; at < nodes.length; at++) {
    const node = nodes[at];
    const data = node !== undefined && 'data' in node ? node.data : '';
    if (data === '/$' && depth-- === 0) return at;
    if (/^\$[?!~]?$/.test(data)) depth++;
  }
  return start + 1;
}
