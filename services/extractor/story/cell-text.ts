/** Returns the text of a table cell: its paragraphs as lines. */
import type { List, Table } from '../../../schemas/document.ts';
import { isTickBox } from '../../../schemas/growing-list.ts';
import { type FlowItem, numberedText } from './flow.ts';

export function flattenFlow(flow: readonly FlowItem[]): string {
  return flow
    .map(itemText)
    .filter(text => text !== '')
    .join('\n');
}

function itemText(item: FlowItem): string {
  switch (item.kind) {
    case 'numbered':
      // A cell contains no lists, so the visible bullet stays before its line.
      return item.marker.bullet && !isTickBox(item.marker.text) ? `• ${item.text}` : numberedText(item);
    case 'table':
      return tableText(item);
    case 'image':
      return item.alt;
    case 'list':
      return listText(item);
    default:
      return item.text;
  }
}

/** Returns a diagram's points, or the list of an embedded page, inside a cell: a line for each item, at any depth. */
function listText({ items, ordered }: List): string {
  return items
    .flatMap(({ text, lists }, at) => [`${ordered ? `${at + 1}.` : '•'} ${text}`, ...lists.map(listText)])
    .join('\n');
}

/** Returns a table inside a cell: a line for each row. */
function tableText(table: Table): string {
  return table.rows
    .map(row =>
      row
        .map(cell => cell.text)
        .filter(text => text !== '')
        .join(' '),
    )
    .filter(line => line !== '')
    .join('\n');
}
