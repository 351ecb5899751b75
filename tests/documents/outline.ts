/**
 * A document's content as one line for each heading, paragraph, item, table row and line of code: the form in which the
 * expected and the read content are compared.
 */
import type { Element } from '../../schemas/api.ts';

export type Kind = 'heading' | 'paragraph' | 'item' | 'row' | 'code';

export const KINDS: readonly Kind[] = ['heading', 'paragraph', 'item', 'row', 'code'];

export interface OutlineLine {
  kind: Kind;
  text: string;
}

interface ExpectedTable {
  type: 'table';
  head: string[];
  rows: string[][];
  caption: string | null;
}

/** The expected content as `recipe/texts.py` writes it. */
export type Expected =
  | { type: 'heading' | 'paragraph' | 'code'; text: string }
  | { type: 'list'; items: [string, string[]][] }
  | ExpectedTable;

export function outlineOfExpected(blocks: readonly Expected[]): OutlineLine[] {
  return blocks.flatMap(block => {
    if (block.type === 'list') return block.items.flatMap(([text, below]) => [text, ...below].map(item));
    if (block.type === 'table') return expectedTable(block);
    return block.type === 'code' ? codeLines(block.text) : [{ kind: block.type, text: block.text }];
  });
}

function expectedTable({ head, rows, caption }: ExpectedTable): OutlineLine[] {
  const above: OutlineLine[] = caption === null ? [] : [{ kind: 'paragraph', text: caption }];
  return [...above, ...[head, ...rows].map(row)];
}

export function outlineOfElements(elements: readonly Element[]): OutlineLine[] {
  return elements.flatMap((element): OutlineLine[] => {
    switch (element.type) {
      case 'heading':
      case 'paragraph':
        return [{ kind: element.type, text: element.text }];
      case 'list':
        return (element.items ?? []).flatMap(listItem);
      case 'table':
        return (element.cells ?? []).map(cells => row(cells.map(({ text }) => text)));
      case 'code':
        return codeLines(element.text);
      default:
        return [];
    }
  });
}

/** The item's first line, then those of the items below it. Other text in the item is not compared. */
function listItem(element: Element): OutlineLine[] {
  const below = (element.items ?? []).flatMap(list => (list.items ?? []).flatMap(listItem));
  const [own = ''] = element.text.split('\n');
  return [item(own), ...below];
}

const item = (text: string): OutlineLine => ({ kind: 'item', text });
const row = (cells: readonly string[]): OutlineLine => ({ kind: 'row', text: cells.join(' | ') });
const codeLines = (text: string): OutlineLine[] =>
  text.split('\n').map(line => ({ kind: 'code', text: line }));
