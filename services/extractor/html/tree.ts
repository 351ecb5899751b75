/** Parses HTML text into the browser's tree (parse5), with a ceiling on its nodes. */
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type TreeAdapter,
} from 'parse5';
import { ExtractionError } from '../format.ts';
import { QuickTokenizer } from './quick-tokenizer.ts';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;

/** A node takes about 375 bytes of memory; with this many, a tree stays within a worker's 1 GB. */
const TREE_NODES = 2_000_000;
/**
 * Honest markup makes less than one node for each character (`<td>` alone implies three). Formatting elements that are
 * never closed are reopened in every later block (HTML 13.2.4.3), so that nodes grow with the square of the input: 37
 * KB gave four million.
 */
const NODES_PER_CHARACTER = 2;
const SPARE_NODES = 1_000;

/** Elements that only format; without them, the tree is the same otherwise. `code` and `a` are formatting elements, too. */
const FORMATTING_TAG = /<\/?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])[^<>]*>/gi;

const ELEMENT_NAME = /<(?!area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)([a-z][\w:-]*)/;
/** `<script/>` is closed in XML but open in HTML, where it would swallow the rest of the page. */
const SELF_CLOSED = new RegExp(`${ELEMENT_NAME.source}((?:\\s[^<>]*)?)/>`, 'gi');
/** A document type with declarations of its own, which HTML does not know and would show from the first `>` on. */
const OWN_RULES = /^(<\?xml[^>]*>\s*<!DOCTYPE[^[>]*)\[[^\]]*\]\s*>/i;

/**
 * Parses a whole document. A page that grows out of proportion is parsed again without its formatting elements; throws
 * a bomb's `ExtractionError` where even that is too much.
 */
export function parseHtml(html: string, elementCeiling: number): HtmlDocument {
  const text = html.startsWith('<?xml') ? fromXml(html) : html;
  const ceiling = Math.min(elementCeiling, TREE_NODES, SPARE_NODES + NODES_PER_CHARACTER * text.length);
  return (
    parseWithin(text, ceiling) ?? parseWithin(text.replace(FORMATTING_TAG, ''), ceiling) ?? refuse(ceiling)
  );
}

function fromXml(xml: string): string {
  const [before = xml, ...rest] = xml.split('<![CDATA[');
  const text = rest.reduce((whole, section) => {
    const end = section.indexOf(']]>');
    const written = end < 0 ? section : section.slice(0, end);
    const after = end < 0 ? '' : section.slice(end + 3);
    return whole + written.replaceAll('&', '&amp;').replaceAll('<', '&lt;') + after;
  }, before);
  return text.replace(OWN_RULES, '$1>').replace(SELF_CLOSED, '<$1$2></$1>');
}

function refuse(ceiling: number): never {
  throw new ExtractionError('extraction_failed', `the page grows beyond ${ceiling} nodes`, { bomb: true });
}

/** Created once: creating an error with its stack costs more than parsing a short page. */
const OVERFLOW = new Error('node ceiling');

function parseWithin(html: string, ceiling: number): HtmlDocument | null {
  let nodes = 0;
  const count = () => {
    if (++nodes > ceiling) throw OVERFLOW;
  };
  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...args) {
      count();
      return defaultTreeAdapter.createElement(...args);
    },
    createTextNode(value) {
      count();
      return defaultTreeAdapter.createTextNode(value);
    },
  };
  try {
    const parser = new Parser({ treeAdapter: adapter });
    parser.tokenizer = new QuickTokenizer(parser.options, parser);
    parser.tokenizer.write(html, true);
    return parser.document;
  } catch (error) {
    if (error === OVERFLOW) return null;
    throw error;
  }
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  for (const attr of element.attrs) if (attr.name === name) return attr.value;
  return undefined;
}

/**
 * Visits every node below `root` in document order without recursion. `enter` returns whether to go into an element;
 * `leave`, if given, is called for each element that was gone into. Depth counts from 1.
 */
export function traverse(
  root: { readonly childNodes: HtmlNode[] },
  enter: (node: HtmlNode, depth: number) => boolean,
  leave: (element: HtmlElement) => void = () => {},
): void {
  const open: { children: HtmlNode[]; next: number; element: HtmlElement | null }[] = [
    { children: root.childNodes, next: 0, element: null },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node = top.children[top.next++];
    if (node === undefined) {
      open.pop();
      if (top.element !== null) leave(top.element);
    } else if (enter(node, open.length) && isElement(node)) {
      open.push({ children: node.childNodes, next: 0, element: node });
    }
  }
}
