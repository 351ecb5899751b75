/** Renders a document as plain text, with the place of each block's text in it. */
import type { Block, Document, List, ListItem, Table, TableCell } from '../../schemas/document.ts';
import { oneLine } from './one-line.ts';

/** Code-point offsets into the plain text. */
export interface Placed<T> {
  node: T;
  text: string;
  offset: number;
}

export type PlacedItem = Placed<ListItem> & { lists: PlacedList[] };
export type PlacedList = Placed<List> & { items: PlacedItem[] };
export type PlacedBlock = Placed<Exclude<Block, List>> | PlacedList;

export interface PlainText {
  text: string;
  /** Unicode code points of `text`. */
  chars: number;
  blocks: PlacedBlock[];
}

const BLOCK_SEPARATOR = '\n\n';
const NESTING_INDENT = '  ';

/** Blocks are separated by a blank line; list items stand on a line each with their marker; table cells are separated by tabs. */
export function renderPlainText(document: Document): PlainText {
  const writer = new Writer();
  const blocks: PlacedBlock[] = [];
  for (const block of document.blocks) {
    // Computed once, since the text of a table may be the whole document.
    const text = plainTextOf(block);
    if (text === '') {
      blocks.push(placeEmpty(block, writer.offset));
      continue;
    }
    if (writer.offset > 0) writer.write(BLOCK_SEPARATOR);
    blocks.push(block.kind === 'list' ? writeList(writer, block, '') : writer.place(block, text));
  }
  return { text: writer.text(), chars: writer.offset, blocks };
}

/** The text that a block contributes, without its separator; for a list, only whether it is empty matters. */
function plainTextOf(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.items.map(listText).join('');
    case 'table':
      return tableText(block);
    case 'image':
      return [block.alt, block.caption ?? ''].filter(part => part !== '').join('\n');
    default:
      return block.text;
  }
}

function listText(item: ListItem): string {
  return item.text + item.lists.flatMap(list => list.items.map(listText)).join('');
}

function tableText(table: Table): string {
  const lines: string[] = [];
  for (const row of table.rows) {
    const line = rowText(row);
    if (line !== '' && line.trim() !== '') lines.push(line);
  }
  return lines.join('\n');
}

function rowText(row: readonly TableCell[]): string {
  let text = '';
  for (let at = 0; at < row.length; at++) text += (at > 0 ? '\t' : '') + oneLine(row[at]?.text ?? '', ' ');
  return text.trimEnd();
}

function placeEmpty(block: Block, offset: number): PlacedBlock {
  return block.kind === 'list'
    ? { node: block, text: '', offset, items: [] }
    : { node: block, text: '', offset };
}

function writeList(writer: Writer, list: List, indent: string): PlacedList {
  const offset = writer.offset;
  const start = writer.mark();
  const items = list.items.map((item, index) => {
    if (index > 0) writer.write('\n');
    return writeItem(writer, item, list.ordered ? `${index + 1}. ` : '- ', indent);
  });
  return { node: list, text: writer.since(start), offset, items };
}

function writeItem(writer: Writer, item: ListItem, marker: string, indent: string): PlacedItem {
  writer.write(indent + marker);
  const placed = writer.place(item, item.text);
  // A list without items would add an empty line and an empty element.
  const lists = item.lists
    .filter(list => list.items.length > 0)
    .map(list => {
      writer.write('\n');
      return writeList(writer, list, indent + NESTING_INDENT);
    });
  return { ...placed, lists };
}

/** Collects text and counts its code points. */
class Writer {
  offset = 0;
  private readonly parts: string[] = [];

  write(text: string): void {
    this.parts.push(text);
    this.offset += codePoints(text);
  }

  place<T>(node: T, text: string): Placed<T> {
    const offset = this.offset;
    this.write(text);
    return { node, text, offset };
  }

  mark(): number {
    return this.parts.length;
  }

  since(mark: number): string {
    return this.parts.slice(mark).join('');
  }

  text(): string {
    return this.parts.join('');
  }
}

/** Hardly any text has surrogates; for a one-byte string V8 knows without searching. */
const PAIR_BEGINS = /[\ud800-\udbff]/;

/** Length in Unicode code points; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = text.length;
  if (!PAIR_BEGINS.test(text)) return count;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        index++;
      }
    }
  }
  return count;
}
