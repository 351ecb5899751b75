/** Elements that say by their role (WAI-ARIA) what they are, as the elements that mean the same. */
import { attribute, type HtmlElement } from './tree.ts';

/** Elements without a meaning of their own; all others are what they are. */
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

/** Renames the element where its role makes it a list or a table, or a part of one. */
export function takeRole(element: HtmlElement): void {
  if (!NEUTRAL.has(element.tagName)) return;
  const name = ELEMENTS[attribute(element, 'role') ?? ''];
  if (name !== undefined) element.tagName = name;
}
