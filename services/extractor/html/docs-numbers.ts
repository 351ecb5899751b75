/**
 * Reads how lists are numbered in pages exported by Google Docs: its style sheet has a rule for each level of each
 * list, which draws the number before the item. Where that is a single number, the list gets the `type` with the same
 * meaning.
 */
import { numberingOf } from './list-marker.ts';
import { attribute, type HtmlElement } from './tree.ts';

const RULE = /\.(lst-kix_[\w-]{1,80})\s*>\s*li::?before\s*\{\s*content\s*:([^{};]{1,300})/g;
const COUNTER = /counter\(\s*[\w-]+\s*,\s*([a-z-]+)\s*\)/g;
const LEVEL_CLASS = /(?:^|\s)(lst-kix_[\w-]{1,80})(?=\s|$)/;

export class DocsNumbers {
  private readonly types = new Map<string, string>();

  /** Reads the sheet of a `style` element. */
  addSheet({ childNodes: [text] }: HtmlElement): void {
    if (text === undefined || !('value' in text) || !text.value.includes('.lst-kix_')) return;
    for (const [, name = '', content = ''] of text.value.replaceAll('&gt;', '>').matchAll(RULE)) {
      const [counter, ...others] = [...content.matchAll(COUNTER)];
      const type = others.length === 0 ? numberingOf(counter?.[1] ?? '') : undefined;
      if (type !== undefined) this.types.set(name, type);
    }
  }

  /** Sets the `type` of a list that a sheet numbers. */
  take(list: HtmlElement): void {
    if (this.types.size === 0 || list.tagName !== 'ol') return;
    const type = this.types.get(LEVEL_CLASS.exec(attribute(list, 'class') ?? '')?.[1] ?? '');
    if (type !== undefined && attribute(list, 'type') === undefined)
      list.attrs.push({ name: 'type', value: type });
  }
}
