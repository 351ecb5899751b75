/** The text of a table cell: its paragraphs as lines. */
import type { Table } from '../../../schemas/document.ts';
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
      // A cell holds no lists, so the bullet that a person sees stays before its line.
      return item.marker.bullet ? `• ${item.text}` : numberedText(item);
    case 'table':
      return tableText(item);
    case 'image':
      return item.alt;
    case 'list':
      return '';
    default:
      return item.text;
  }
}

/** A table inside a cell: a line a row. */
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
