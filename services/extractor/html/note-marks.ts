/** Raised marks that lead to a note, which would join the word before them: `word1`. */
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

const MARK = /^\s*(?:\d{1,3}|[a-z])\s*$/;

/** `<sup><a href="#note">1</a></sup>`, or the one in the other. Marks that have brackets already are as they are. */
export function isNoteMark(element: HtmlElement): boolean {
  if (element.tagName !== 'sup' && element.tagName !== 'a') return false;
  const inner = onlyChild(element);
  if (inner === null) return false;
  if (!isElement(inner)) return element.tagName === 'a' && isGluedNumber(element, inner);
  const [sup, link] = element.tagName === 'sup' ? [element, inner] : [inner, element];
  if (sup.tagName !== 'sup' || link.tagName !== 'a' || !attribute(link, 'href')?.includes('#')) return false;
  const text = onlyChild(inner);
  return text !== null && 'value' in text && MARK.test(text.value);
}

function onlyChild({ childNodes }: HtmlElement): HtmlNode | null {
  return childNodes.length === 1 ? (childNodes[0] ?? null) : null;
}

/** Raised by a style sheet elsewhere, or before the note itself as LibreOffice writes it: a number that stands at a letter. */
function isGluedNumber(link: HtmlElement, text: HtmlNode): boolean {
  if (!('value' in text) || !/^\d{1,3}$/.test(text.value)) return false;
  if (!attribute(link, 'href')?.startsWith('#')) return false;
  const { parentNode } = link;
  if (parentNode?.nodeName === 'span' && parentNode.childNodes.length === 1)
    return attribute(link, 'id') !== undefined && /[^\s([]$/.test(textBefore(parentNode as HtmlElement));
  const siblings: readonly HtmlNode[] = parentNode?.childNodes ?? [];
  if (siblings.length > SIBLINGS) return false;
  const at = siblings.indexOf(link);
  return /\p{L}$/u.test(textOf(siblings[at - 1])) || /^\p{L}/u.test(textOf(siblings[at + 1]));
}

/** Of the node right before an element. */
function textBefore(element: HtmlElement): string {
  const siblings: readonly HtmlNode[] = element.parentNode?.childNodes ?? [];
  return siblings.length > SIBLINGS ? '' : textOf(siblings[siblings.indexOf(element) - 1]);
}

/** Siblings that are looked through. */
const SIBLINGS = 200;

const textOf = (node: HtmlNode | undefined): string =>
  node !== undefined && 'value' in node ? node.value : '';
