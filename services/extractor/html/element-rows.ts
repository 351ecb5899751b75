/**
 * Recognises links, labels and custom elements in a row without text between them: menus, tags and tabs, which programs
 * write without white space and external style sheets set apart.
 */
import { attribute, type HtmlElement, isElement } from './tree.ts';

export class ElementRows {
  /** Whether an element contains only elements; cached, because it is asked for each pair of its children. */
  private readonly rows = new Map<HtmlElement, boolean>();

  /** Whether the second of two elements, with nothing between them, begins a word of its own. */
  areApart(first: HtmlElement, second: HtmlElement): boolean {
    const { parentNode, tagName } = second;
    if (isRevised(first.tagName, tagName)) return true;
    if (first.tagName !== tagName || first.parentNode !== parentNode || !standsInRow(tagName)) return false;
    if (parentNode === null || !('tagName' in parentNode)) return false;
    // Editors write one link in pieces.
    if (tagName === 'a' && attribute(first, 'href') === attribute(second, 'href')) return false;
    return this.isRow(parentNode);
  }

  /** A sentence has words between its links, even where two of them form one word. */
  private isRow(parent: HtmlElement): boolean {
    let isRow = this.rows.get(parent);
    if (isRow === undefined) {
      isRow = parent.childNodes.every(
        node => isElement(node) || !('value' in node) || node.value.trim() === '',
      );
      this.rows.set(parent, isRow);
    }
    return isRow;
  }
}

const standsInRow = (tagName: string): boolean =>
  tagName === 'a' || tagName === 'label' || tagName.includes('-');

/** Whether two elements are an old price and the new one, or two versions of a word: read together they would form a third. */
const isRevised = (first: string, second: string): boolean =>
  (STRUCK.has(first) && REVISION.has(second)) || (STRUCK.has(second) && REVISION.has(first));

const STRUCK = new Set(['del', 's', 'strike']);
const REVISION = new Set(['ins', 'span', 'strong', 'b']);
