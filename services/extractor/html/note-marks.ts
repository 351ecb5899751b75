/** Raised marks that lead to a note, which would join the word before them: `word1`. */
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

const MARK = /^\s*(?:\d{1,3}|[a-z])\s*$/;

/** `<sup><a href="#note">1</a></sup>`, or the one in the other. Marks that have brackets already are as they are. */
export function isNoteMark(element: HtmlElement): boolean {
  if (element.tagName !== 'sup' && element.tagName !== 'a') return false;
  const inner = onlyChild(element);
  if (inner === null || !isElement(inner)) return false;
  const [sup, link] = element.tagName === 'sup' ? [element, inner] : [inner, element];
  if (sup.tagName !== 'sup' || link.tagName !== 'a' || !attribute(link, 'href')?.includes('#')) return false;
  const text = onlyChild(inner);
  return text !== null && 'value' in text && MARK.test(text.value);
}

function onlyChild({ childNodes }: HtmlElement): HtmlNode | null {
  return childNodes.length === 1 ? (childNodes[0] ?? null) : null;
}
