/** Recognises raised marks that lead to a note and would otherwise join the word before them: `word1`. */
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

const MARK = /^\s*(?:\d{1,3}|[a-z])\s*$/;

/**
 * Whether an element is `<sup><a href="#note">1</a></sup>`, or nested the other way round. Marks that already have
 * brackets stay as they are.
 */
export function isNoteMark(element: HtmlElement): boolean {
  if (element.tagName !== 'sup' && element.tagName !== 'a') return false;
  const inner = onlyChild(element);
  if (inner === null) return false;
  if (!isElement(inner)) return element.tagName === 'a' && isGluedNumber(element, inner);
  const [sup, link] = element.tagName === 'sup' ? [element, inner] : [inner, element];
  if (sup.tagName !== 'sup' || link.tagName !== 'a' || !attribute(link, 'href')?.includes('#')) return false;
  const text = onlyText(inner);
  return text !== null && MARK.test(text);
}

/** Returns the only text of an element, also within the single span that LaTeX2HTML puts around its numbers. */
function onlyText(element: HtmlElement): string | null {
  const inner = onlyChild(element);
  const text = inner !== null && isElement(inner) && inner.tagName === 'span' ? onlyChild(inner) : inner;
  return text !== null && 'value' in text ? text.value : null;
}

function onlyChild({ childNodes }: HtmlElement): HtmlNode | null {
  return childNodes.length === 1 ? (childNodes[0] ?? null) : null;
}

/** Whether a number is raised by an external style sheet, or stands before the note itself as in LibreOffice's HTML. */
function isGluedNumber(link: HtmlElement, text: HtmlNode): boolean {
  if (!('value' in text) || !/^\d{1,3}$/.test(text.value)) return false;
  const href = attribute(link, 'href');
  if (href?.includes('#') && saysNote(link)) return true;
  if (!href?.startsWith('#')) return false;
  const { parentNode } = link;
  const isAlone = parentNode?.nodeName === 'span' && parentNode.childNodes.length === 1;
  const [before, after] = textsBeside(isAlone ? (parentNode as HtmlElement) : link);
  if (attribute(link, 'id') !== undefined && ENDS_CLAUSE.test(before)) return true;
  return !isAlone && (/\p{L}$/u.test(before) || /^\p{L}/u.test(after));
}

/** Whether a link says so itself (DPUB-ARIA 1.0 and EPUB 3). */
const saysNote = (link: HtmlElement): boolean =>
  attribute(link, 'role') === 'doc-noteref' || attribute(link, 'epub:type') === 'noteref';

/** What a link with a target for the way back may follow; with digits it would form a number. */
const ENDS_CLAUSE = /[^\s\d([{#/-]$/;

/** Returns the texts of the nodes directly before and after an element. */
function textsBeside(element: HtmlElement): [before: string, after: string] {
  const siblings: readonly HtmlNode[] = element.parentNode?.childNodes ?? [];
  if (siblings.length > SIBLINGS) return ['', ''];
  const at = siblings.indexOf(element);
  return [textOf(siblings[at - 1]), textOf(siblings[at + 1])];
}

/** Most siblings that are searched. */
const SIBLINGS = 200;

const textOf = (node: HtmlNode | undefined): string =>
  node !== undefined && 'value' in node ? node.value : '';
