/** Returns the text of small elements. */
import { type HtmlElement, type HtmlNode, isElement } from './tree.ts';

/** Nodes examined for each character requested: markup is mostly longer than its text. */
const NODES_PER_CHARACTER = 8;

/**
 * Returns all text below an element; null where it has more than `characters`, so that a large element costs no more
 * than a small one.
 */
export function elementText(element: HtmlElement, characters: number): string | null {
  let text = '';
  let nodes = characters * NODES_PER_CHARACTER;
  const pending: HtmlNode[] = [element];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('value' in node) text += node.value;
    if (text.length > characters || --nodes < 0) return null;
    if (!isElement(node)) continue;
    if (node.childNodes.length > nodes) return null;
    for (let at = node.childNodes.length - 1; at >= 0; at--) pending.push(node.childNodes[at] as HtmlNode);
  }
  return text;
}
