/**
 * Gathers lists of Word and Outlook before the page is read: consecutive paragraphs that say `mso-list: l0 level2
 * lfo1`, each with its marker as text. In Word's filtered pages, only the class of the paragraph and the gap after the
 * marker remain of that.
 */
import { defaultTreeAdapter, html } from 'parse5';
import { attribute, type HtmlElement, type HtmlNode, isElement, traverse } from './tree.ts';

const LIST_STYLE = /(?:^|[;\s])mso-list\s*:\s*[^\s;]+\s+level([1-9])\b/i;
/** The span that contains a paragraph's marker and the spaces after it. */
const MARKER_STYLE = /mso-list\s*:\s*ignore/i;
/** What remains of both in a filtered page; a level is half an inch. */
const LIST_CLASS = /^MsoListParagraph/;
const GAP_STYLE = /font\s*:\s*7\.0pt/i;
const MARGIN = /(?:^|[;\s])margin-left\s*:\s*([\d.]+)(pt|in|cm)/i;
const LEVELS_IN: Record<string, number> = { pt: 36, in: 0.5, cm: 1.27 };
/** Markers that counting reproduces, and markers that must be kept; all others are bullets. */
const COUNTED = /^(\d{1,6})\.$/;
const TOLD = /^\(?[\da-z]{1,5}(?:\.[\da-z]{1,5})*[.)]/i;

/** The marker is at a paragraph's beginning, a few formatting elements deep. */
const ELEMENTS_SEARCHED = 64;

interface OpenList {
  level: number;
  list: HtmlElement;
  item: HtmlElement;
}

/** Rearranges the element's own children; does nothing if none of them is such a paragraph. */
export function gatherWordLists(parent: HtmlElement): void {
  if (!parent.childNodes.some(child => levelOf(child) !== null)) return;
  const children: HtmlNode[] = [];
  let open: OpenList[] = [];
  for (const child of parent.childNodes) {
    const level = levelOf(child);
    if (level !== null && isElement(child)) open = addItem(child, level, open, list => children.push(list));
    else {
      if (!isBlank(child)) open = [];
      children.push(child);
    }
  }
  parent.childNodes = children;
}

function levelOf(node: HtmlNode): number | null {
  if (!isElement(node) || node.tagName !== 'p') return null;
  const style = attribute(node, 'style') ?? '';
  const level = LIST_STYLE.exec(style)?.[1];
  if (level !== undefined) return Number(level);
  if (!LIST_CLASS.test(attribute(node, 'class') ?? '') || filteredMarker(node) === null) return null;
  const [, margin, unit = ''] = MARGIN.exec(style) ?? [];
  return margin === undefined
    ? 1
    : Math.max(1, Math.round(Number(margin) / (LEVELS_IN[unit.toLowerCase()] ?? 36)));
}

/** Returns the text before the gap, with the gap itself; null where the paragraph does not begin with them. */
function filteredMarker(paragraph: HtmlElement): { text: string; nodes: HtmlNode[] } | null {
  const nodes: HtmlNode[] = [];
  let hasGap = false;
  let searched = 0;
  traverse(paragraph, node => {
    if (hasGap || ++searched > ELEMENTS_SEARCHED) return false;
    if (isElement(node)) {
      hasGap = GAP_STYLE.test(attribute(node, 'style') ?? '');
      if (hasGap) nodes.push(node);
      return !hasGap;
    }
    nodes.push(node);
    return false;
  });
  const text = nodes
    .map(node => ('value' in node ? node.value : ''))
    .join('')
    .trim();
  return hasGap && text !== '' && text.length <= MARKER_CHARACTERS ? { text, nodes } : null;
}

const MARKER_CHARACTERS = 12;

/** White space and comments between two items separate nothing. */
const isBlank = (node: HtmlNode): boolean =>
  node.nodeName === '#comment' || (node.nodeName === '#text' && 'value' in node && node.value.trim() === '');

function addItem(
  paragraph: HtmlElement,
  level: number,
  before: readonly OpenList[],
  place: (list: HtmlElement) => void,
): OpenList[] {
  const { text, nodes } = markerOf(paragraph);
  const number = COUNTED.exec(text)?.[1];
  if (number !== undefined || !TOLD.test(text)) for (const node of nodes) empty(node);
  const open = before.filter(one => one.level <= level);
  const name = number === undefined ? 'ul' : 'ol';
  const same = open.at(-1)?.level === level ? open.pop() : undefined;
  const item = elementOf('li', number === undefined ? [] : [{ name: 'value', value: number }]);
  for (const child of paragraph.childNodes) defaultTreeAdapter.appendChild(item, child);
  const list = same?.list.tagName === name ? same.list : elementOf(name, []);
  defaultTreeAdapter.appendChild(list, item);
  if (list !== same?.list) {
    const outer = open.at(-1)?.item;
    if (outer === undefined) place(list);
    else defaultTreeAdapter.appendChild(outer, list);
  }
  return [...open, { level, list, item }];
}

function markerOf(paragraph: HtmlElement): { text: string; nodes: HtmlNode[] } {
  const spans: HtmlElement[] = [];
  let searched = 0;
  traverse(paragraph, node => {
    if (!isElement(node)) return false;
    if (MARKER_STYLE.test(attribute(node, 'style') ?? '')) spans.push(node);
    return spans.length === 0 && ++searched < ELEMENTS_SEARCHED;
  });
  const [span] = spans;
  if (span !== undefined) return { text: textOf(span), nodes: [span] };
  return filteredMarker(paragraph) ?? { text: '', nodes: [] };
}

function empty(node: HtmlNode): void {
  if (isElement(node)) node.childNodes = [];
  else if ('value' in node) node.value = '';
}

function textOf(span: HtmlElement): string {
  let text = '';
  traverse(span, node => {
    if ('value' in node) text += node.value;
    return true;
  });
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}

const elementOf = (name: string, attrs: HtmlElement['attrs']): HtmlElement =>
  defaultTreeAdapter.createElement(name, html.NS.HTML, attrs);
