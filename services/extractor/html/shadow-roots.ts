/** Opens declared shadow trees (HTML 4.12.3, `shadowrootmode`), which a browser shows in place of an element's own children. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import {
  attribute,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  traverse,
} from './tree.ts';

export function openShadowRoots(document: HtmlDocument): void {
  traverse(document, node => {
    if (isElement(node)) openShadowRoot(node);
    return true;
  });
}

function openShadowRoot(host: HtmlElement): void {
  const root = host.childNodes.find(isShadowRoot);
  if (root === undefined) return;
  const assigned = Map.groupBy(
    host.childNodes.filter(node => node !== root),
    node => (isElement(node) ? (attribute(node, 'slot') ?? '') : ''),
  );
  traverse(root.content, node => {
    if (isElement(node) && node.tagName === 'slot') fill(node, assigned);
    return true;
  });
  host.childNodes = adopted(root.content.childNodes, host);
}

/** The standard's name, the one with which Chromium saves pages (MHTML), and the one it read before the standard. */
const MODE_NAMES = ['shadowrootmode', 'shadowmode', 'shadowroot'];

const isShadowRoot = (node: HtmlNode): node is DefaultTreeAdapterTypes.Template =>
  'content' in node && MODE_NAMES.some(name => attribute(node, name) !== undefined);

/**
 * Fills a slot. The first slot of a name takes the children that ask for it, including white space; its own content is
 * only a fallback.
 */
function fill(slot: HtmlElement, assigned: Map<string, HtmlNode[]>): void {
  const name = attribute(slot, 'name') ?? '';
  const children = assigned.get(name);
  if (children === undefined) return;
  assigned.delete(name);
  slot.childNodes = adopted(children, slot);
}

function adopted(nodes: HtmlNode[], parent: HtmlElement): HtmlNode[] {
  for (const node of nodes) node.parentNode = parent;
  return nodes;
}
