/** Treats elements that have a role (WAI-ARIA) like the elements with the same meaning. */
import { attribute, type HtmlElement } from './tree.ts';

/** Elements without a meaning of their own; all others keep theirs. */
const NEUTRAL = new Set(['div', 'span', 'section', 'article', 'p']);
const ELEMENTS: Record<string, string | undefined> = {
  __proto__: null as never,
  list: 'ul',
  listitem: 'li',
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  row: 'tr',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
};

/** Renames the element if its role makes it a list or a table, or a part of one. */
export function takeRole(element: HtmlElement): void {
  if (!NEUTRAL.has(element.tagName)) return;
  const name = ELEMENTS[attribute(element, 'role') ?? ''];
  if (name !== undefined) element.tagName = name;
}
