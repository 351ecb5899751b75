/**
 * Lists as Word and Outlook write them: paragraphs in a row that say `mso-list: l0 level2 lfo1`, each with its marker as
 * text. They are gathered into lists before the page is read.
 */
import { defaultTreeAdapter, html } from 'parse5';
import { attribute, type HtmlElement, type HtmlNode, isElement, traverse } from './tree.ts';

const LIST_STYLE = /(?:^|[;\s])mso-list\s*:\s*\S+\s+level([1-9])\b/i;
/** The span that holds a paragraph's marker and the blanks behind it. */
const MARKER_STYLE = /mso-list\s*:\s*ignore/i;
/** Markers that counting reproduces, and markers that have to be told; all others are bullets. */
const COUNTED = /^(\d{1,6})\.$/;
const TOLD = /^\(?[\da-z]{1,5}(?:\.[\da-z]{1,5})*[.)]/i;

/** The marker stands at a paragraph's beginning, a few formatting elements deep. */
const ELEMENTS_SEARCHED = 64;

interface OpenList {
  level: number;
  list: HtmlElement;
  item: HtmlElement;
}

/** Rearranges the element's own children; nothing where none of them is such a paragraph. */
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
  const level = LIST_STYLE.exec(attribute(node, 'style') ?? '')?.[1];
  return level === undefined ? null : Number(level);
}

/** White space and comments between two items part nothing. */
const isBlank = (node: HtmlNode): boolean =>
  node.nodeName === '#comment' || (node.nodeName === '#text' && 'value' in node && node.value.trim() === '');

function addItem(
  paragraph: HtmlElement,
  level: number,
  before: readonly OpenList[],
  place: (list: HtmlElement) => void,
): OpenList[] {
  const { text, span } = markerOf(paragraph);
  const number = COUNTED.exec(text)?.[1];
  if (span !== null && (number !== undefined || !TOLD.test(text))) span.childNodes = [];
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

function markerOf(paragraph: HtmlElement): { text: string; span: HtmlElement | null } {
  const spans: HtmlElement[] = [];
  let searched = 0;
  traverse(paragraph, node => {
    if (!isElement(node)) return false;
    if (MARKER_STYLE.test(attribute(node, 'style') ?? '')) spans.push(node);
    return spans.length === 0 && ++searched < ELEMENTS_SEARCHED;
  });
  const [span = null] = spans;
  return { text: span === null ? '' : textOf(span), span };
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
