/** Reads SmartArt (ECMA-376 part 1, 21.4): the points of its data model as a nested list. */
import type { List, ListItem, PageNumber } from '../../../schemas/document.ts';
import type { Package } from '../archive/package.ts';
import { LIST_NESTING_CEILING } from '../format.ts';
import { child, childrenNamed, path, type XmlNode } from '../xml/tree.ts';
import { drawingText } from './drawing-text.ts';

/** Returns the diagram whose data model is `part`; null where it has no text. */
export function readDiagram(office: Package, part: string | undefined, page: PageNumber): List | null {
  const root = office.tree(part);
  if (root === undefined) return null;
  const points = pointsOf(root);
  const children = connectionsOf(root);
  const top: ListItem = { text: '', lists: [] };
  const document = [...points.values()].find(point => point.attributes.type === 'doc');
  const pending: { id: string; under: ListItem; depth: number }[] = [];
  const enter = (id: string | undefined, under: ListItem, depth: number) => {
    for (const below of (children.get(id ?? '') ?? []).toReversed())
      pending.push({ id: below, under, depth });
  };
  enter(document?.attributes.modelId, top, 1);
  // A point is a child only once; repetitions in a circular model are left out.
  const seen = new Set<string>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    const item = addPoint(points.get(next.id), next.under, page);
    const isDeeper = item !== next.under && next.depth < LIST_NESTING_CEILING;
    enter(next.id, isDeeper ? item : next.under, isDeeper ? next.depth + 1 : next.depth);
  }
  return top.lists[0] ?? null;
}

/** Returns the points. One that contains a formula is in an alternative, beside a picture of it for programs without formulas. */
function pointsOf(root: XmlNode): Map<string, XmlNode> {
  const all = child(root, 'dgm:ptLst')?.children ?? [];
  const points = all.flatMap(node =>
    node.name === 'mc:AlternateContent' ? childrenNamed(child(node, 'mc:Choice'), 'dgm:pt') : [node],
  );
  return new Map(points.map(point => [point.attributes.modelId ?? '', point]));
}

/** Returns the children of each point in order (21.4.3.2; a connection without a type is a parent's). */
function connectionsOf(root: XmlNode): Map<string, string[]> {
  const connections = childrenNamed(path(root, 'dgm:cxnLst'), 'dgm:cxn')
    .filter(one => (one.attributes.type ?? 'parOf') === 'parOf')
    .sort((a, b) => Number(a.attributes.srcOrd ?? 0) - Number(b.attributes.srcOrd ?? 0));
  const children = new Map<string, string[]>();
  for (const { attributes } of connections) {
    const source = attributes.srcId ?? '';
    const known = children.get(source) ?? [];
    known.push(attributes.destId ?? '');
    children.set(source, known);
  }
  return children;
}

/** Adds the point's text and returns the item below which its children go; those of a point without text take its place. */
function addPoint(point: XmlNode | undefined, under: ListItem, page: PageNumber): ListItem {
  const body = child(point, 'dgm:t');
  const text = body === undefined ? '' : drawingText(body);
  if (text === '') return under;
  if (under.lists.length === 0) under.lists.push({ kind: 'list', ordered: false, items: [], page });
  const item: ListItem = { text, lists: [] };
  under.lists[0]?.items.push(item);
  return item;
}
