/** Renders a document as the interface's element list. */
import type { Cell, Element } from '../../schemas/api.ts';
import type { Table, TableCell } from '../../schemas/document.ts';
import type { PlacedBlock, PlacedItem, PlacedList, PlainText } from './plain-text.ts';
import { gridMarkdown, gridWidth, spreadGrid, tableHtml } from './table.ts';

/** One element per block, in order. A block without text or cells is left out, unless it is an image. */
export function renderElements(plain: PlainText): Element[] {
  return plain.blocks.flatMap(placed => renderElement(placed) ?? []);
}

/** Null if the block is left out. */
export const renderElement = (placed: PlacedBlock): Element | null =>
  isLeftOut(placed) ? null : elementOf(placed);

export function isLeftOut({ node, text }: PlacedBlock): boolean {
  return node.kind === 'table' ? node.rows.length === 0 : node.kind !== 'image' && text === '';
}

function elementOf(placed: PlacedBlock): Element {
  if ('items' in placed) return listElement(placed);
  const { node, text, offset } = placed;
  const common = { text, page: node.page, offset, bbox: null };
  switch (node.kind) {
    case 'heading':
      return { type: 'heading', ...common, level: node.level };
    case 'table':
      return { type: 'table', ...common, ...tableFields(node) };
    case 'image':
      return { type: 'image', ...common, alt: node.alt, caption: node.caption };
    default:
      return { type: node.kind as 'paragraph' | 'code', ...common };
  }
}

function listElement(placed: PlacedList): Element {
  const { node, text, offset } = placed;
  const items = placed.items.map(item => itemElement(item, node.page));
  return { type: 'list', text, page: node.page, offset, bbox: null, ordered: node.ordered, items };
}

function itemElement(item: PlacedItem, page: number | null): Element {
  const element: Element = { type: 'list_item', text: item.text, page, offset: item.offset, bbox: null };
  if (item.lists.length > 0) element.items = item.lists.map(listElement);
  return element;
}

function tableFields(table: Table) {
  const grid = spreadGrid(table);
  return {
    markdown: gridMarkdown(grid),
    html: tableHtml(table),
    cells: table.rows.map(row => row.map(cellField)),
    rows: grid.length,
    cols: gridWidth(grid),
  };
}

export function cellField({ text, colspan, rowspan, header }: TableCell): Cell {
  return { text, colspan, rowspan, header };
}
